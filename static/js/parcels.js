/* Shows each parcel's difference from the base year as it is typed, and the sums. Whole cents, in
   integers; what is no amount shows no difference. The server computes everything anew. */
(() => {
  "use strict";

  const cents = (text) => {
    const plain = text.trim().replace(/^\$/, "").replace(/,/g, "");
    if (!/^\d{1,14}(\.\d{1,2})?$/.test(plain)) return null;
    const [whole, part = ""] = plain.split(".");
    return BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
  };
  const spelled = (amount, signed) => {
    const size = amount < 0n ? -amount : amount;
    const whole = (size / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
    const sign = amount < 0n ? "−" : signed && amount > 0n ? "+" : "";
    return `${sign}${whole}.${(size % 100n).toString().padStart(2, "0")}`;
  };

  const rows = [...document.querySelectorAll("[data-parcel]")];
  const box = document.querySelector("[data-sums]");
  if (!box) return;
  const sum = (name) => box.querySelector(`[data-sum=${name}]`);

  const show = () => {
    let base = 0n;
    let now = 0n;
    rows.forEach((row) => {
      const from = cents(row.querySelector("[name^=base_]").value);
      const to = cents(row.querySelector("[name^=now_]").value);
      const gone = row.querySelector("[name^=gone_]").checked;
      const both = from !== null && to !== null;
      row.querySelector("[data-difference]").textContent = both ? spelled(to - from, true) : "–";
      if (both && !gone) { base += from; now += to; }
    });
    sum("base").textContent = spelled(base, false);
    sum("now").textContent = spelled(now, false);
    sum("difference").textContent = spelled(now - base, true);
  };

  document.addEventListener("input", show);
  document.addEventListener("change", show);
  box.hidden = false;
  show();
})();
