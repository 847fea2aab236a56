"""The addresses of payment dates and of mergers."""

from django.urls import path

from payments.views import schedules, successions

urlpatterns = [
    path("funds/<slug:fund>/dates/", schedules.SchedulesPage.as_view(), name="schedules"),
    path(
        "funds/<slug:fund>/dates/record/", schedules.ScheduleDoor.as_view(), name="schedule_record"
    ),
    path("mergers/", successions.SuccessionsPage.as_view(), name="successions"),
    path("mergers/record/", successions.SuccessionDoor.as_view(), name="succession_record"),
]
