"""The addresses of signing in and out, of factors, sessions and offices."""

from allauth.account.views import reauthenticate
from allauth.mfa.base import views as factors
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as apps
from allauth.mfa.webauthn import views as keys
from allauth.socialaccount.providers.openid_connect import views as issuers
from allauth.socialaccount.views import login_cancelled, login_error
from django.contrib.auth.views import LogoutView
from django.urls import path

from municipalities.views import api_tokens as tokens
from municipalities.views import office_doors as doors
from municipalities.views import offices, recertifications, renewal_doors
from municipalities.views.factors import RemoveKey
from municipalities.views.people import ChangePassword, ChooseOffice, FirstPassword, SignIn, stay
from municipalities.views.vacancies import Vacancies

# allauth finds its pages by these names; those that nobody here needs have no address.
urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="account_login"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-in/factor/", factors.authenticate, name="mfa_authenticate"),
    path("sign-in/with/<slug:provider_id>/", issuers.login, name="openid_connect_login"),
    path("sign-in/with/<slug:provider_id>/back/", issuers.callback, name="openid_connect_callback"),
    path("sign-in/cancelled/", login_cancelled, name="socialaccount_login_cancelled"),
    path("sign-in/error/", login_error, name="socialaccount_login_error"),
    path("sign-in/first/<str:uidb64>/<str:token>/", FirstPassword.as_view(), name="first_password"),
    path("sign-out/", LogoutView.as_view(), name="account_logout"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("session/stay/", stay, name="session_stay"),
    path("again/", reauthenticate, name="account_reauthenticate"),
    path("again/code/", factors.reauthenticate, name="mfa_reauthenticate"),
    path("again/key/", keys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("you/", factors.index, name="mfa_index"),
    path("you/password/", ChangePassword.as_view(), name="change_password"),
    path("you/app/", apps.activate_totp, name="mfa_activate_totp"),
    path("you/app/remove/", apps.deactivate_totp, name="mfa_deactivate_totp"),
    path("you/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("you/codes/new/", codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("you/keys/", keys.list_webauthn, name="mfa_list_webauthn"),
    path("you/keys/add/", keys.add_webauthn, name="mfa_add_webauthn"),
    path("you/keys/<int:pk>/name/", keys.edit_webauthn, name="mfa_edit_webauthn"),
    path("you/keys/<int:pk>/remove/", RemoveKey.as_view(), name="mfa_remove_webauthn"),
    path("office/", ChooseOffice.as_view(), name="choose_office"),
    path("offices/", offices.Offices.as_view(), name="offices"),
    path("offices/empty/", Vacancies.as_view(), name="vacancies"),
    path("offices/list/", recertifications.RecertificationList.as_view(), name="recertification"),
    path("offices/list/<str:place>/", recertifications.RecertifyDoor.as_view(), name="recertify"),
    path("offices/<int:pk>/seat/", doors.SeatDoor.as_view(), name="seat"),
    path("offices/<int:pk>/hand-over/", doors.HandOverDoor.as_view(), name="hand_over"),
    path("offices/proposals/<int:pk>/", doors.GrantDoor.as_view(), name="grant"),
    path(
        "offices/proposals/<int:pk>/refuse/", doors.RefuseGrantDoor.as_view(), name="grant_refuse"
    ),
    path("offices/terms/<int:pk>/", doors.TermDoor.as_view(), name="term"),
    path("offices/sign-ins/<int:pk>/renew/", renewal_doors.RenewDoor.as_view(), name="renew"),
    path("offices/sign-ins/<int:pk>/link/", offices.Invitation.as_view(), name="invitation"),
    path("api-tokens/", tokens.ApiTokens.as_view(), name="api_tokens"),
    path("api-tokens/grant/<int:pk>/", tokens.GrantToken.as_view(), name="api_token_grant"),
    path("api-tokens/<int:pk>/revoke/", tokens.RevokeToken.as_view(), name="api_token_revoke"),
    path("offices/renewals/<int:pk>/", renewal_doors.RenewalDoor.as_view(), name="renewal"),
]
