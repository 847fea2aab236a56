/* A security key that does not answer is said in words where the button is. */
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const words = document.getElementById("key-wrong");
  if (words) { words.hidden = false; }
});
