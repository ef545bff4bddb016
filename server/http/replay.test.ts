import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { isOneUnit } from './routes.ts'

const SAME = 'reads: says the same'
const ANOTHER = 'a second one beside the first, which nobody learned; it can be ended or expires'

/**
 * Calls that take effect again when they are repeated with their key, and what that means. Their answers are
 * secrets or stand beside secrets, and must not be kept for a repetition.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'apiKeys.listApiKeys': SAME,
  'apiKeys.newApiKey': 'another key, which nobody learned; it can be revoked and expires',
  'apiKeys.revokeApiKey': 'says the same',
  'auth.confirmUsername': 'begins another sign-in; the first runs out',
  'auth.confirmPassword': 'begins another sign-in; the first runs out',
  'auth.login': 'refused: a client key opens one session, and the sign-in begins again',
  'auth.renewToken': 'with the token that was renewed: the sign-in ends, as for any that comes back',
  'auth.requestHubToken': 'another token of a minute',
  'auth.logout': 'refused: the session is over',
  'signIn.beginTwoFactor': 'another secret; the first counts for nothing',
  'signIn.confirmTwoFactor': 'refused: the code was used',
  'signIn.disableTwoFactor': 'says the same',
  'signIn.twoFactorState': SAME,
  'signIn.companionToken': 'another session of the device',
  'signIn.forgotPassword': 'another mail, within the limit of mails a person',
  'signIn.resetPassword': 'refused: the link was used',
  'signIn.validateMagicLink': 'refused: the link was used',
  'invitation.openInvitation': SAME,
  'invitation.acceptInvitation': 'refused: the link was used',
  'accountAccess.resetAccountPassword': 'another temporary password',
  'peopleKeeping.newPerson': 'refused: the user name is taken',
  'publicLinks.issueWurksafe': ANOTHER,
  'publicLinks.issueTicket': ANOTHER,
  'publicLinks.issueSurvey': ANOTHER,
  'publicLinks.issueMeeting': ANOTHER,
  'publicLinks.issueWidget': ANOTHER,
  'publicLinks.issueApplication': ANOTHER,
  'publicLinks.issueExpense': ANOTHER,
  'publicLinks.issueJobOrder': ANOTHER,
  'publicLinks.issueResearchEmail': ANOTHER,
  'publicLinks.issueContactDetails': ANOTHER,
  'publicLinks.listPublicLinks': SAME,
  'publicLinks.readPublicAnswers': SAME,
  'publicLinks.endPublicLink': 'says the same',
  'sso.finishSso': 'refused: a ticket is good once',
  'credentials.listCredentials': SAME,
  'credentials.saveCredential':
    'refused: the tool has an entry, or the version was changed; a VPN gets another entry',
  'credentials.removeCredential': 'refused: the entry is gone',
  'credentials.credentialRoles': SAME,
  'credentials.importCredentials': 'refused: the dry run is out of date',
  'credentials.credentialImports': SAME,
  'credentials.stopCredentialImport': SAME,
  'credentials.undoCredentialImport': 'refused: it is undone',
  'credentials.credentialTemplate': SAME,
  'tools.viewVpn': SAME,
  'setup.checkSetupCode': SAME,
  'setup.checkSetupAddress': 'asks at the address again',
  'setup.checkSetupMail': 'sends another test letter',
  'setup.beginSetupTwoFactor': 'makes another key; nothing is stored',
  'setup.confirmSetupTwoFactor': SAME,
  'setup.finishSetup': 'refused: the installation is set up',
  'adaptors.testAdaptor': 'tries again',
  'addressLookup.searchAddress': 'looks it up again',
  'addressLookup.checkAddresses': 'looks them up again',
  'tenant.checkTenantAddress': 'asks again',
  'tenant.changeTenantAddress': 'says the same where nobody changed it since',
  'tools.viewDiallerOnly': SAME,
  'tools.viewConfirmit': SAME,
  'tools.viewCatiDimensions': SAME,
  'tools.viewCatiStagingDimensions': SAME,
  'tools.viewAllServices': SAME,
  'tools.revealService': 'says the same, and is noted in the event log again',
  'remoteDesktop.decryptRdp': 'says the same, and is noted in the event log again',
  'oauth.addOAuthClient': 'another app of the same name, which can be ended',
  'oauth.updateOAuthClient': 'refused: the version was changed',
  'oauth.switchOAuthClient': SAME,
  'oauth.rotateOAuthClientSecret': 'another secret; only the last one counts',
  'oauth.endOAuthClient': 'says the same',
  'oauth.askConsent': SAME,
  'oauth.giveConsent': 'another code; each is good once and for 60 s',
  'oauth.revokeAccessGrant': 'says the same',
  'signIn.mobileRegistrationCode': 'another code; only the last one counts',
  'signIn.registerMobileDevice': 'refused: the code was used',
}

test('every write but these stands with its key and its answer: no exception comes silently', () => {
  const found = allCalls.filter((one) => one.call.method === 'POST' && !isOneUnit(one))
  expect(found.map(({ area, name }) => `${area}.${name}`).sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})
