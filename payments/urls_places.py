"""The addresses of payment dates, of the calendar, of mergers and of new names."""

from django.urls import path

from payments.views import calendar, feeds, holidays, schedules, successions

urlpatterns = [
    path("calendar/", calendar.CalendarPage.as_view(), name="calendar"),
    path("calendar/address/", feeds.FeedPage.as_view(), name="feed"),
    path("calendar/address/make/", feeds.MakeFeed.as_view(), name="feed_make"),
    path("calendar/address/close/", feeds.CloseFeed.as_view(), name="feed_close"),
    path("calendar/feed/<str:token>/", feeds.ReadFeed.as_view(), name="feed_read"),
    path("holidays/", holidays.HolidayList.as_view(), name="holidays"),
    path("holidays/enter/", holidays.EnterHoliday.as_view(), name="holiday_enter"),
    path("holidays/<int:pk>/strike/", holidays.StrikeHoliday.as_view(), name="holiday_strike"),
    path("funds/<slug:fund>/dates/", schedules.SchedulesPage.as_view(), name="schedules"),
    path(
        "funds/<slug:fund>/dates/record/", schedules.ScheduleDoor.as_view(), name="schedule_record"
    ),
    path("mergers/", successions.SuccessionsPage.as_view(), name="successions"),
    path("mergers/record/", successions.SuccessionDoor.as_view(), name="succession_record"),
    path("mergers/name/", successions.RenameDoor.as_view(), name="name_record"),
]
