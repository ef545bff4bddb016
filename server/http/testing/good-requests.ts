import { DEFAULT_DEVICE_SETTINGS, METRICS } from '#shared/domain/device-grading.ts'
import { DEFAULT_AUDIO_SETTING } from '#shared/domain/settings.ts'
import { ABSENCE_REQUESTS } from '../../absence/testing/absence-fixture.ts'
import { ACTIVITY_REPORT_REQUESTS } from '../../activity-report/testing/activity-report-fixture.ts'
import { AGENCY_REQUESTS } from '../../agencies/testing/agency-fixture.ts'
import { ALLOCATION_REQUESTS } from '../../allocation/testing/allocation-fixture.ts'
import { API_KEY_REQUESTS } from '../../api-keys/testing/api-key-fixture.ts'
import { APPLICANT_REQUESTS } from '../../applicants/testing/applicant-fixture.ts'
import { AREA_REQUESTS } from '../../areas/testing/area-fixture.ts'
import { ATTENDANCE_REQUESTS } from '../../attendance/testing/attendance-fixture.ts'
import { AUDIT_REQUESTS } from '../../audit/testing/chain-fixture.ts'
import { CALENDAR_REQUESTS } from '../../calendar/testing/calendar-fixture.ts'
import { CHAT_REQUESTS } from '../../chat/testing/requests.ts'
import { PIP_REQUESTS } from '../../development/testing/pip-fixture.ts'
import { ERROR_REQUESTS } from '../../error-log/testing/error-fixture.ts'
import { FILE_NOTE_REQUESTS } from '../../file-notes/testing/file-note-fixture.ts'
import { FLAG_REQUESTS } from '../../flags/testing/flag-fixture.ts'
import { HELP_REQUESTS } from '../../help/testing/help-fixture.ts'
import { INTERACTION_REQUESTS } from '../../interactions/testing/interaction-fixture.ts'
import { INTERVIEW_REQUESTS } from '../../interviews/testing/interview-fixture.ts'
import { VENDOR } from '../../licence/testing.ts'
import { MAIL_REQUESTS } from '../../mail/testing/mail-fixture.ts'
import { ONE_TO_ONE_REQUESTS } from '../../one-to-ones/testing/one-to-one-fixture.ts'
import { PENDING_REQUESTS } from '../../pending-recruitment/testing/pending-fixture.ts'
import { PEOPLE_REQUESTS } from '../../people/testing/people-fixture.ts'
import { PERFORMANCE_REQUESTS } from '../../performance/testing/performance-fixture.ts'
import { POWER_REPORT_REQUESTS } from '../../power-report/testing/power-report-fixture.ts'
import { PRIVACY_REQUESTS } from '../../privacy/testing/privacy-fixture.ts'
import { sampleSubject } from '../../public/testing/add-links.ts'
import { QC_REQUESTS } from '../../qc/testing/qc-fixture.ts'
import { RATE_REQUESTS } from '../../rates/testing/rate-fixture.ts'
import { REPORT_REQUESTS } from '../../reports/testing/report-fixture.ts'
import { LEAVER_REQUESTS } from '../../resource-leavers/testing/leaver-fixture.ts'
import { RETURN_REQUESTS } from '../../return-to-work/testing/return-fixture.ts'
import { ROLE_REQUESTS } from '../../roles/testing/role-fixture.ts'
import { SHIFT_REQUESTS } from '../../shifts/testing/shift-fixture.ts'
import { RECORD_REQUESTS } from '../../skills/testing/skill-fixture.ts'
import { CAMPAIGN_REQUESTS } from '../../slots/testing/campaign-fixture.ts'
import { WINDOW_REQUESTS } from '../../slots/testing/window-fixture.ts'
import { SUPPORT_REQUESTS } from '../../support/testing/support-fixture.ts'
import { TASK_REQUESTS } from '../../tasks/testing/task-fixture.ts'
import { TICKET_REQUESTS } from '../../tickets/testing/requests.ts'
import { TRAINING_REQUESTS } from '../../training/testing/training-fixture.ts'
import { VAULT_REQUESTS } from '../../vault/testing/vault-fixture.ts'
import { codeAt, NOON, PASSWORD } from './test-server.ts'

/** An authenticator app's secret, in base32. */
export const APP_SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The first bytes of a PNG file, by which the server recognises one. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export const NOTE = { text: 'a', colour: 'BLUE', x: 0, y: 1 } as const
const GRID = { gridTemplateColumns: '1fr 1fr', gridTemplateRows: '1fr', gridArea: '"Holiday ."' }
const READINGS = Object.fromEntries(METRICS.map((metric) => [metric, 5]))
export const REMOTE_DESKTOP = { id: 1, displayName: 'Desk', address: 'desk.example', username: 'ann' }

const ROOM = { source: 'PROJECT', sourceID: 7 }

const APP = { name: 'Rota Sync', redirectURIs: ['https://app.example/back'], scopes: ['profile:read'] }
const CONSENT = {
  query:
    'client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fback&response_type=code&scope=profile%3Aread&state=s' +
    `&code_challenge=${'c'.repeat(43)}&code_challenge_method=S256`,
}

/** A good request for every call that needs one. */
export const REQUESTS: Record<string, unknown> = {
  ...ALLOCATION_REQUESTS,
  ...PEOPLE_REQUESTS,
  ...PERFORMANCE_REQUESTS,
  ...SUPPORT_REQUESTS,
  'holidayBalance.listHolidayBalances': {},
  'holidayBalance.getHolidayBalance': { id: 2 },
  'holidayBalance.holidayEntries': { id: 2 },
  'holidayBalance.adjustHoliday': { id: 2, kind: 'CARRIED', hours: 7.5, reason: 'Agreed' },
  'activity.concludeCurrentActivity': { activity: 'BREAK' },
  'activity.updateActivity': { activity: 'BREAK' },
  'myDay.undoSwitch': { sessionID: 1 },
  'myDay.myDay': {},
  'dashboard.getDashboardLayout': {},
  'dashboard.saveDashboardLayout': { cards: [{ name: 'tickets', isHidden: false, isWide: true }] },
  'dashboard.resetDashboardLayout': {},
  'dashboard.dashboardCards': { names: ['tickets'] },
  ...ATTENDANCE_REQUESTS,
  'activity.forceChoices': {},
  'activity.forceActivity': { userID: 2, activity: 'TRAINING', reason: 'New script' },
  'myDay.releaseActivity': { userID: 2, reason: '' },
  'idle.askIdle': {},
  'myDay.cancelWaitingSwitch': {},
  'myDay.sawOverride': { sessionID: 1 },
  'myDay.whoLooked': {},
  'recorded.recordedMine': {},
  'recorded.recordedFile': {},
  'recorded.recordedPolicy': {},
  'briefs.openBrief': { projectID: 1 },
  'briefs.projectBrief': { projectID: 1 },
  'briefs.saveProjectBrief': { projectID: 1, text: 'Ask for the buyer.', isRequired: true, version: 0 },
  'livePanel.liveStatus': {},
  'liveAlerts.liveAlerts': {},
  'liveAlerts.saveLiveAlerts': { rules: [] },
  'liveAlerts.seeLiveAlert': { alertID: '2:IDLE', note: 'On it' },
  'livePerson.livePerson': { userID: 2 },
  'livePerson.startFeedback': { userID: 2, category: 'QC' },
  'alerts.sendPopupMessage': { userIDs: [2], message: 'Please call me.' },
  'alerts.sendQuestMessage': { userIDs: [2], icon: '🏆', message: 'Ten interviews!' },
  'alerts.dialEmergencyNumber': { userID: 2 },
  ...MAIL_REQUESTS,
  ...HELP_REQUESTS,
  ...API_KEY_REQUESTS,
  ...ERROR_REQUESTS,
  ...PRIVACY_REQUESTS,
  ...REPORT_REQUESTS,
  ...POWER_REPORT_REQUESTS,
  'backgroundServices.runBackgroundService': { key: 'MAIL_QUEUE' },
  'backgroundServices.pauseBackgroundService': { key: 'MAIL_QUEUE', reason: 'Moving house' },
  'backgroundServices.resumeBackgroundService': { key: 'MAIL_QUEUE' },
  'backgroundServices.backgroundServiceRuns': { key: 'MAIL_QUEUE' },
  'demoClock.setDemoClock': { speed: 5 },
  'demoClock.setDemoScene': { name: 'QUOTA_FILLS' },
  'broadcast.postBroadcast': { message: 'Fire drill at two.', endDate: new Date(NOON + 1).toISOString() },
  'broadcast.endBroadcast': { id: 1 },
  'broadcast.sawAnnouncements': { broadcastIDs: [1], alertIDs: [1] },
  'broadcast.saveBroadcastTemplate': { name: 'Drill', message: 'This is a drill.' },
  'broadcast.deleteBroadcastTemplate': { id: 1 },
  'broadcast.raiseDefcon': { word: 'DEFCON', reason: 'Fire' },
  'broadcast.endDefcon': { reason: 'It is out' },
  'calls.acceptCall': { callerID: 2 },
  'calls.callHistory': {},
  'calls.callFavourites': {},
  'calls.setCallFavourite': { userID: 2, isFavourite: true },
  'meetings.newMeeting': {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + 60_000).toISOString(),
    subject: 'Briefing',
    agenda: '',
    ids: [2],
    immediate: false,
  },
  'meetings.meetingDetails': { meetingID: 1 },
  'meetings.meetingRecord': { meetingID: 1 },
  'meetings.meetingConflicts': {
    ids: [2],
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + 60_000).toISOString(),
  },
  'meetings.updateMeeting': { meetingID: 1, set: { subject: 'Another', ids: [2] } },
  'meetings.cancelMeeting': { meetingID: 1 },
  'meetings.answerInvitation': { meetingID: 1, answer: 'COMING' },
  'meetings.meetingNotes': { meetingID: 1, notes: 'Said', seen: '' },
  'meetings.addMeetingFile': {
    meetingID: '1',
    file: new File(['notes'], 'notes.txt', { type: 'text/plain' }),
  },
  'meetings.removeMeetingFile': { meetingID: 1, fileID: 2 },
  'meetings.downloadMeetingFile': { meetingID: 1, fileID: 1 },
  'meetings.addMeetingAction': {
    ...{ meetingID: 1, subject: 'Ring the client', userID: 1 },
    dueDate: '2026-05-07T12:00:00Z',
  },
  'meetings.joinMeeting': { meetingID: 1 },
  'meetings.leaveMeeting': { meetingID: 1 },
  ...CALENDAR_REQUESTS,
  ...AUDIT_REQUESTS,
  ...FLAG_REQUESTS,
  ...RECORD_REQUESTS,
  'push.registerFcm': { fcm: 'device-token' },
  'sso.startSso': { provider: 1, challenge: 'c'.repeat(43) },
  'sso.finishSso': { ticket: 't'.repeat(43), verifier: 'v'.repeat(43) },
  'auth.confirmUsername': { userName: 'ann' },
  'auth.confirmPassword': { userName: 'ann', password: PASSWORD },
  'chat.members': ROOM,
  'chat.loadGroupChatMessages': ROOM,
  'chat.loadThreadChatMessages': { threadID: 2 },
  'chat.focusOnThread': ROOM,
  'chat.markAllAsRead': { records: [ROOM] },
  'chat.react': { id: 1, ...ROOM, reaction: 'LIKE' },
  'chat.startConversation': { users: [2] },
  'chat.downloadAttachment': { id: 1, ...ROOM },
  'chat.sendMessageToChatroom': { message: 'hi', chatroom: 'room' },
  'chat.sendMessageToThread': { message: 'hi', threadID: 2 },
  'onboarding.newOnboardingTask': {
    task: 'Order a headset',
    responsible: 'EMPLOYER',
    taskAction: 'NONE',
    selectedStaffType: '',
    requiredApproval: false,
  },
  'onboarding.deleteOnboardingTask': { taskID: 1 },
  'onboarding.updateOnboardingTask': {
    ...{ taskID: 1, task: 'Sign the contract', responsible: 'USER', actionNeeded: 'NONE', applyTo: '' },
    ...{ requiredApproval: false, isBeforeFirstShift: true, dueDays: 7 },
  },
  'onboarding.orderOnboardingTasks': { taskIDs: [1] },
  'checklist.checklistState': { filterTasksIds: [] },
  'checklist.validateChecklistItem': { taskID: 1 },
  'checklist.completeChecklistItem': { taskID: 1, userID: 1, trainingID: 0 },
  'checklist.reopenChecklistItem': { taskID: 1, userID: 1, trainingID: 0 },
  'checklist.completeChecklistItemWithFile': {
    file: new File(['%PDF-1.7'], 'contract.pdf', { type: 'application/pdf' }),
    taskID: 1,
    userID: 1,
  },
  'checklist.checklistFile': { taskID: 1 },
  'profile.saveContactDetail': { id: 1, type: 'MOBILE', label: '', value: '+44 7700 900123' },
  'profile.deleteContactDetail': { id: 1 },
  'profile.askProfileChange': { field: 'displayName', value: 'Ann Other' },
  'profile.cancelProfileChange': { id: 1 },
  'profile.decideProfileChange': { id: 2, approve: true },
  'oauth.askConsent': CONSENT,
  'oauth.giveConsent': CONSENT,
  'oauth.revokeAccessGrant': { id: 1 },
  'oauth.addOAuthClient': { ...APP, isConfidential: true },
  'oauth.updateOAuthClient': { ...APP, clientID: 'app', version: 1 },
  'oauth.switchOAuthClient': { clientID: 'app', isDisabled: false },
  'oauth.rotateOAuthClientSecret': { clientID: 'app' },
  'oauth.endOAuthClient': { clientID: 'app' },
  'tools.revealService': { id: 1000 },
  'permissions.personPermissions': { userID: 2 },
  'permissions.grantPermissions': { userID: 2, permissions: ['CAN_USE_VAULT'], reason: 'Stands in' },
  'permissions.refusePermissions': { userID: 2, permissions: ['CAN_USE_TODO'], reason: 'Asked for it' },
  'permissions.revokePermissions': { userID: 2, permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] },
  'permissions.whoCan': { kind: 'PERMISSION', name: 'CAN_USE_VAULT' },
  ...AGENCY_REQUESTS,
  ...AREA_REQUESTS,
  ...APPLICANT_REQUESTS,
  ...PENDING_REQUESTS,
  ...RATE_REQUESTS,
  ...ROLE_REQUESTS,
  ...INTERVIEW_REQUESTS,
  ...ABSENCE_REQUESTS,
  ...RETURN_REQUESTS,
  ...PIP_REQUESTS,
  ...ONE_TO_ONE_REQUESTS,
  ...FILE_NOTE_REQUESTS,
  ...INTERACTION_REQUESTS,
  ...TRAINING_REQUESTS,
  ...QC_REQUESTS,
  ...SHIFT_REQUESTS,
  ...WINDOW_REQUESTS,
  ...CAMPAIGN_REQUESTS,
  ...ACTIVITY_REPORT_REQUESTS,
  ...LEAVER_REQUESTS,
  'publicLinks.issueWurksafe': { subject: sampleSubject('WURKSAFE') },
  'publicLinks.issueSurvey': { subject: sampleSubject('SURVEY') },
  'publicLinks.issueTicket': { subject: sampleSubject('TICKET') },
  'publicLinks.issueContactDetails': { subject: sampleSubject('CONTACT_DETAILS') },
  'publicLinks.issueResearchEmail': { subject: sampleSubject('RESEARCH_EMAIL') },
  'publicLinks.issueJobOrder': { subject: sampleSubject('JOB_ORDER') },
  'publicLinks.issueExpense': { subject: sampleSubject('EXPENSE') },
  'publicLinks.issueMeeting': { subject: sampleSubject('MEETING') },
  'development.developmentRecords': {},
  'development.acknowledgeTraining': { id: 1 },
  'development.commentPip': { id: 1, comment: 'I agree' },
  'gamification.listQuests': undefined,
  'gamification.saveQuest': {
    ...{ name: 'Clear', icon: '🎧', message: 'Reach 90', measure: 'qcScore', aim: 90, minQcScore: null },
    ...{ rewardXP: 150, from: '2026-05-04', days: 7, userIDs: [2] },
  },
  'gamification.endQuest': { id: 1, reason: 'The project stops' },
  'gamification.cheerQuest': { id: 1, icon: '👏', message: 'Well done' },
  'gamification.myExperience': undefined,
  'gamification.answerQuest': { id: 1, isAccepted: true },
  'gamification.showName': { isShown: true },
  'teamUsers.listTeamPeople': {},
  'teamUsers.getTeamPerson': { id: 2 },
  'teamUsers.teamPersonWork': { id: 2 },
  'teamUsers.teamOptions': { id: 2 },
  'teamUsers.proposeSkill': { id: 2, skillID: 1, note: 'Speaks it' },
  'teamUsers.moveTeamPerson': { id: 2, version: 1, areaID: 2 },
  'plannedUsers.listPlannedPeople': {},
  'plannedUsers.getPlannedPerson': { id: 2 },
  'plannedUsers.saveCoreHours': { id: 2, version: 1, coreHours: 'Mon–Fri 09:00–17:00', availability: '' },
  'plannedUsers.plannedProjects': { id: 2 },
  'plannedUsers.setEligible': { id: 2, projectID: 7, isEligible: true },
  'personSkills.declineSkill': { id: 1 },
  'lineHoliday.listLineHolidays': {},
  'lineHoliday.getLineHoliday': { id: 2 },
  'lineHoliday.lineHolidayYear': { id: 2 },
  'lineHoliday.askHolidayApproval': { id: 900 },
  'lineHoliday.remindHoliday': { ids: [2] },
  'addressLookup.addressState': {},
  'addressLookup.searchAddress': { query: 'LS1 4AP' },
  'addressLookup.checkAddresses': { lines: ['LS1 4AP'] },
  'emailVerification.listVerifiedAddresses': {},
  'emailVerification.getVerifiedAddress': { id: 1 },
  'emailVerification.newVerification': { purpose: 'Panel', addresses: ['ann@mail.example'] },
  'emailVerification.verificationResults': { id: 1 },
  'emailVerification.verificationJobs': {},
  'emailVerification.stopVerification': { id: 1 },
  'emailVerification.askToConfirm': { ids: [1] },
  'emailVerification.stopList': {},
  'emailVerification.addToStopList': { addresses: ['@gone.example'] },
  'emailVerification.takeFromStopList': { id: 1 },
  'publicLinks.issueApplication': { subject: sampleSubject('APPLICATION') },
  'publicLinks.issueWidget': { subject: sampleSubject('WIDGET') },
  'publicLinks.readPublicAnswers': { id: 1 },
  'publicLinks.endPublicLink': { id: 1 },
  'publicPages.openWurksafe': { token: 'wurksafe' },
  'publicPages.sendSafety': { token: 'wurksafe', name: 'Beth', kind: 'CHECK_IN', message: '' },
  'publicPages.openSurvey': { token: 'survey' },
  'publicPages.sendSurvey': {
    token: 'survey',
    answers: [
      { id: 'overall', answer: '9' },
      { id: 'manner', answer: 'Friendly' },
      { id: 'length', answer: 'About right' },
    ],
  },
  'publicPages.openTicket': { token: 'ticket' },
  'publicPages.replyToTicket': { token: 'ticket', message: 'Thank you' },
  'publicPages.openContactDetails': { token: 'contact_details' },
  'publicPages.validateContactDetails': { token: 'contact_details', isRight: true, correction: '' },
  'publicPages.openResearchEmail': { token: 'research_email' },
  'publicPages.validateResearchEmail': { token: 'research_email' },
  'publicPages.openOffer': { token: 'offer' },
  'publicPages.answerOffer': { token: 'offer', isAccepted: false },
  'publicPages.openApplication': { token: 'application' },
  'publicPages.sendApplication': {
    ...{ token: 'application', name: 'Ned New', email: 'ned@mail.example', mobile: '', languages: 'English' },
    ...{ availability: 'Evenings', workLocation: 'OFFICE', message: '', hasConsent: true },
  },
  'publicPages.openJobOrder': { token: 'job_order' },
  'publicPages.openExpense': { token: 'expense' },
  'publicPages.submitExpenseDocument': {
    token: 'expense',
    document: new File([PNG], 'ticket.png', { type: 'image/png' }),
  },
  'publicPages.openMeeting': { token: 'meeting' },
  'publicPages.answerMeeting': { token: 'meeting', name: 'Dana', isComing: true },
  'widgets.previewWidget': { token: 'widget' },
  'deviceHealth.saveDeviceConnectivityThresholds': DEFAULT_DEVICE_SETTINGS,
  'dangerousEmail.previewDangerousEmail': { audience: { kind: 'FILTERS' } },
  'dangerousEmail.testDangerousEmail': { subject: 'Hello', body: 'We close early.' },
  'dangerousEmail.sendDangerousEmail': {
    audience: { kind: 'FILTERS', userTypes: ['FINANCE'] },
    ...{ subject: 'Hello', body: 'We close early.', count: 1, reason: 'Snow' },
  },
  'dangerousEmail.approveDangerousEmail': { id: 1 },
  'dangerousEmail.stopDangerousEmail': { id: 1 },
  'deviceHealth.saveSpeedTest': { kind: 'TEST', results: [READINGS] },
  'deviceHealth.sendHardwareReport': {
    findings: [{ check: 'Microphone', state: 'good', detail: '' }],
    note: '',
    client: '',
  },
  'remoteDesktop.decryptRdp': REMOTE_DESKTOP,
  'remoteDesktop.removeRdp': REMOTE_DESKTOP,
  'remoteDesktop.updateRdp': { ...REMOTE_DESKTOP, password: '' },
  'remoteDesktop.newRdp': { ...REMOTE_DESKTOP, password: 'secret' },
  'people.getUserAvatars': { pendingImages: [2] },
  'people.updateProfilePicture': { picture: new File([PNG], 'me.png', { type: 'image/png' }) },
  'settings.saveAudioSetting': { setting: DEFAULT_AUDIO_SETTING },
  'adminSettings.saveSettings': {
    changes: [{ key: 'devices.minimumDesktopClient', value: '1.2.0', version: 0 }],
  },
  'adminSettings.settingHistory': { key: 'devices.minimumDesktopClient' },
  'adminSettings.importSettings': {
    file: {
      kind: 'fieldwork-settings',
      company: 'Northgate Research',
      exportedAt: '2026-05-04T12:00:00.000Z',
      settings: { 'devices.testsToRun': 4, 'devices.testsToPass': 4 },
    },
    isDryRun: false,
  },
  'appHistory.visitApp': { app: 'Dashboard' },
  'documents.uploadDocument': { file: new File(['notes'], 'notes.txt', { type: 'text/plain' }) },
  'documents.downloadDocument': { id: 1 },
  'documents.renameDocument': { id: 1, name: 'plan.txt' },
  'documents.deleteDocument': { id: 1 },
  'documents.restoreDocument': { id: 2 },
  'gamification.myLevel': { userID: 1 },
  'notes.addNote': { ...NOTE },
  'notes.saveNote': { id: 1, ...NOTE },
  'notes.deleteNote': { id: 1 },
  'notes.restoreNote': { id: 2 },
  'notificationCentre.clearNotifications': { ids: [1] },
  'scratchPad.saveScratchPad': { text: 'a', revision: 0 },
  'session.logEvent': { actionName: 'OFFLINE', description: 'for 5 s' },
  'session.sendRemoteCommand': { userID: 2, remoteCommand: { command: 'REFRESH_UI' } },
  'session.endSessions': { userID: 2 },
  'session.pairCompanion': { userID: 2, deviceID: 'device-2' },
  'session.unpairCompanion': { userID: 2 },
  'signIn.registerMobileDevice': { code: 'mobile-code', deviceID: 'device-3' },
  'signIn.companionToken': { deviceID: 'device-1' },
  'signIn.forgotPassword': { userName: 'nobody' },
  'signIn.resetPassword': { token: 'reset-token', password: 'a password of its own' },
  'signIn.validateMagicLink': { token: 'link-token' },
  'signIn.confirmTwoFactor': { code: codeAt(APP_SECRET, NOON) },
  'signIn.disableTwoFactor': { password: PASSWORD },
  'experimentals.saveExperimental': {
    ...{ key: 'calendar.weekNumbers', version: 0, state: 'TARGETED', percent: 10 },
    ...{ people: [], roles: [], areas: [], endsOn: null, ownerID: null },
  },
  'licence.uploadLicence': { file: VENDOR.licence },
  'experimentals.endExperimental': { key: 'calendar.weekNumbers' },
  'experimentals.whyHasExperimental': { key: 'calendar.weekNumbers', userID: 1 },
  'tenant.updateTenant': {
    companyName: 'Northgate Research',
    legalName: 'Northgate Research Ltd',
    registeredAddress: '1 Mill Street, Leeds',
    dataProtectionEmail: 'privacy@northgate.example',
    supportContact: 'Service desk',
    version: 1,
  },
  'tenant.checkTenantAddress': { publicOrigin: 'http://127.0.0.1:9' },
  'tenant.changeTenantAddress': { publicOrigin: 'http://localhost', version: 1 },
  'tenant.saveCompanyPicture': { kind: 'LOGO', picture: new File([PNG], 'logo.png', { type: 'image/png' }) },
  'tenant.removeCompanyPicture': { kind: 'LOGO' },
  'tenant.saveLegalDraft': {
    kind: 'AGREEMENT',
    title: 'Agreement',
    sections: [{ heading: 'One', text: 'Words' }],
    version: 0,
  },
  'tenant.publishLegal': { id: 2, version: 1 },
  'tenant.acceptAgreement': { id: 1 },
  'uiLabels.updateUiLabels': { labels: { 'navigation.tracker': 'My work', 'navigation.hr': null } },
  'summary.saveGridSetting': GRID,
  'summary.today': { since: new Date(NOON - 1).toISOString() },
  'wellBeing.askMood': { question: 'CHECK' },
  'wellBeing.submitMood': { moodValue: 4, comments: '', userID: 1 },
  ...TICKET_REQUESTS,
  ...TASK_REQUESTS,
  ...VAULT_REQUESTS,
  ...CHAT_REQUESTS,
}
