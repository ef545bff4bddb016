import { TASK_TEXT } from '#shared/domain/tasks.ts'
import type { Database } from '../db/database.ts'
import { NOON } from '../http/testing/test-server.ts'
import { addProject, addTaskRow } from '../tasks/testing/task-fixture.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'

/** Calls in which people may name others' things, and why. */
export const FREE: Readonly<Record<string, string>> = {
  'activity.updateActivity':
    'its ticket has to be one’s own (lost-work.test.ts); switchID is the window’s own name',
  'alerts.sendPopupMessage': 'whoever may send pop-ups may send them to anybody',
  'alerts.sendQuestMessage': 'a quest master addresses anybody',
  'alerts.dialEmergencyNumber': 'support helps anybody',
  'booking.decideBooking': 'whoever decides on requests decides on anybody’s but their own (booking.test.ts)',
  'briefs.projectBrief': 'briefs belong to all who edit projects',
  'briefs.saveProjectBrief': 'briefs belong to all who edit projects',
  'broadcast.postBroadcast': 'whoever may broadcast may to any area',
  'broadcast.deleteBroadcastTemplate': 'templates belong to all who may broadcast',
  'broadcast.sawAnnouncements': 'what isn’t for the person counts for nothing (broadcasts.test.ts)',
  'broadcast.endBroadcast': 'broadcasts belong to all who may broadcast',
  'calls.setCallFavourite': 'favourites are among all whom one may call',
  'chat.startConversation': 'anybody may write to anybody',
  'chatMessages.sendQuickMessage': 'anybody may write to anybody',
  'help.searchUsers': 'its ids are those to leave out',
  'help.fetchTour': 'tours are for everybody in their audience',
  'help.finishTour': 'tours are for everybody in their audience',
  'emailVerification.getVerifiedAddress': 'lists belong to all who verify addresses',
  'emailVerification.verificationResults': 'lists belong to all who verify addresses',
  'emailVerification.newVerification': 'any project may be named',
  'emailVerification.stopVerification': 'lists belong to all who verify addresses',
  'emailVerification.askToConfirm': 'lists belong to all who verify addresses',
  'emailVerification.takeFromStopList': 'the stop list belongs to all who verify addresses',
  'faq.viewFaq': 'questions are for everybody in their audience',
  'faq.rateFaq': 'questions are for everybody in their audience',
  'helpCenter.getFaq': 'questions belong to all who keep them',
  'helpCenter.saveFaq': 'questions belong to all who keep them',
  'helpCenter.publishFaq': 'questions belong to all who keep them',
  'helpCenter.getTour': 'tours belong to all who keep them',
  'helpCenter.saveTour': 'tours belong to all who keep them',
  'helpCenter.tourFinishers': 'tours belong to all who keep them',
  'helpCenter.saveTeamMember': 'whoever keeps the help center chooses who is told',
  'incident.newIncident': 'its ids are the form’s fields, kept as they were typed',
  'livePanel.agentProfile': 'hover cards show anybody; what they hide goes by permission (tickets.test.ts)',
  'oauth.updateOAuthClient': 'apps belong to all who manage adaptors',
  'oauth.switchOAuthClient': 'apps belong to all who manage adaptors',
  'oauth.rotateOAuthClientSecret': 'apps belong to all who manage adaptors',
  'oauth.endOAuthClient': 'apps belong to all who manage adaptors',
  'meetings.meetingConflicts': 'whoever plans meetings sees when anybody is busy, not with what',
  'onboarding.updateOnboardingTask': 'the tasks belong to all who may edit them',
  'onboarding.orderOnboardingTasks': 'the tasks belong to all who may edit them',
  'onboarding.deleteOnboardingTask': 'the tasks belong to all who may edit them',
  'qc.saveForm': 'forms belong to all who make them',
  'qc.activateForm': 'forms belong to all who make them',
  'qc.retireForm': 'forms belong to all who make them',
  'qc.saveQcProject': 'projects belong to all who make forms',
  'people.getUserAvatars': 'pictures are for everybody',
  'permissions.personPermissions': 'admins see anybody’s',
  'permissions.grantPermissions': 'admins grant to anybody',
  'permissions.refusePermissions': 'admins refuse to anybody',
  'permissions.revokePermissions': 'admins revoke from anybody',
  'checklist.validateChecklistItem':
    'tasks are for all that they are meant for; what is told is of one’s own list',
  'profile.decideProfileChange':
    'whoever may see people decides for anybody but themselves (profile.test.ts)',
  'publicLinks.issueSurvey': 'its ids are the survey’s own questions',
  'publicLinks.issueMeeting': 'the link shows what its issuer wrote; the id opens nothing',
  'publicLinks.readPublicAnswers': 'links belong to all who see the configuration',
  'publicLinks.endPublicLink': 'links belong to all who see the configuration',
  'adaptors.testAdaptor': 'whoever manages adaptors sends a test letter to anybody',
  'adaptors.saveAdaptor': 'adaptors belong to all who manage them',
  'adaptors.setAdaptorSecret': 'adaptors belong to all who manage them',
  'adaptors.removeAdaptor': 'adaptors belong to all who manage them',
  'adaptors.adaptorLog': 'adaptors belong to all who manage them',
  'adaptors.webhookDeliveries': 'adaptors belong to all who manage them',
  'adaptors.redeliverWebhook': 'adaptors belong to all who manage them',
  'apiKeys.newApiKey': 'an owner is anybody who may do what the key may (api-keys.test.ts)',
  'apiKeys.revokeApiKey': 'keys belong to all who manage adaptors',
  'dangerousEmail.previewDangerousEmail': 'an audience can be of anybody whom the sender sees',
  'dangerousEmail.sendDangerousEmail': 'an audience can be of anybody whom the sender sees',
  'dangerousEmail.approveDangerousEmail':
    'another holder approves, never the sender (dangerous-email.test.ts)',
  'dangerousEmail.stopDangerousEmail': 'any holder stops a letter',
  'emailLog.getEmail': 'the log has everybody’s, without their texts',
  'emailLog.emailAttempts': 'the log has everybody’s, without their texts',
  'emailLog.resendEmail': 'the log has everybody’s, without their texts',
  'privacy.requestExport':
    'whoever may erase people’s data may ask for anybody’s, but nobody approves their own wish',
  'privacy.previewErasure':
    'whoever may erase people’s data may ask for anybody’s, but nobody approves their own wish',
  'privacy.requestErasure':
    'whoever may erase people’s data may ask for anybody’s, but nobody approves their own wish',
  'privacy.approveErasure':
    'whoever may erase people’s data may ask for anybody’s, but nobody approves their own wish',
  'privacy.cancelErasure':
    'whoever may erase people’s data may ask for anybody’s, but nobody approves their own wish',
  'privacy.myExports': 'it lists what the caller asked for, about whomever (privacy.test.ts)',
  'retention.placeHold': 'a legal hold can be on anybody',
  'retention.liftHold': 'legal holds belong to all who edit settings',
  'errorLog.getError': 'errors belong to all who see the log',
  'errorLog.updateError': 'errors belong to all who see the log',
  'errorLog.errorOccurrences': 'errors belong to all who see the log',
  'errorLog.raiseErrorTicket': 'errors belong to all who see the log',
  'emailLog.cancelEmail': 'the log has everybody’s, without their texts',
  'adminUsers.getPerson': 'people belong to all who may see people; whom is server/people/scope.ts’s',
  'adminUsers.personChecklist': 'people belong to all who may see people',
  'accountAccess.lockAccount': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.unlockAccount': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.resetAccountPassword':
    'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.resetAccountTwoFactor':
    'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.accountSessions': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.endAccountSession': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.accountSettings': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.clearDevice': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.excludeDevice': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'accountAccess.allowDevice': 'the service desk helps anybody whom it sees (server/people/scope.ts)',
  'leavers.deactivatePreview':
    'who lets people go may let anybody go; whom they see is server/people/scope.ts’s',
  'leavers.deactivatePerson': 'who lets people go may let anybody go',
  'leavers.getLeaver': 'leavers belong to all who may reinstate them',
  'leavers.reinstatePerson': 'who reinstates people may reinstate anybody',
  'leavers.cancelLeaving': 'who lets people go may keep anybody',
  'adminUsers.personHistory': 'people belong to all who may see people',
  'peopleImport.dryRunImport': 'imports belong to all who may edit people',
  'peopleImport.startImport': 'imports belong to all who may edit people',
  'peopleImport.importProgress': 'imports belong to all who may edit people',
  'peopleImport.stopImport': 'imports belong to all who may edit people',
  'peopleImport.importReport': 'imports belong to all who may edit people',
  'peopleImport.undoImport': 'imports belong to all who may edit people',
  'personSkills.listPersonSkills':
    'people belong to all who may see people; whom is server/people/scope.ts’s',
  'personSkills.savePersonSkill': 'people belong to all who may edit people',
  'personSkills.declineSkill': 'people belong to all who may edit people',
  'development.acknowledgeTraining': 'another’s record isn’t there (development.test.ts)',
  'development.commentPip': 'another’s plan isn’t there (development.test.ts)',
  'gamification.saveQuest': 'whom one doesn’t look after isn’t there (quests.test.ts)',
  'gamification.endQuest': 'another’s quest isn’t ended (quests.test.ts)',
  'gamification.cheerQuest': 'another’s quest isn’t cheered (quests.test.ts)',
  'gamification.answerQuest': 'a quest that one wasn’t offered isn’t there (quests.test.ts)',
  'teamUsers.getTeamPerson': 'whom one doesn’t look after isn’t there (team-users.test.ts)',
  'teamUsers.teamPersonWork': 'whom one doesn’t look after isn’t there (team-users.test.ts)',
  'teamUsers.teamOptions': 'whom one doesn’t look after isn’t there (team-users.test.ts)',
  'teamUsers.proposeSkill': 'whom one doesn’t look after isn’t there (team-users.test.ts)',
  'teamUsers.moveTeamPerson': 'whom one doesn’t look after isn’t there (team-users.test.ts)',
  'plannedUsers.getPlannedPerson': 'planners see everybody whom they may plan (team-users.test.ts)',
  'plannedUsers.saveCoreHours': 'planners see everybody whom they may plan (team-users.test.ts)',
  'plannedUsers.plannedProjects': 'planners see everybody whom they may plan (team-users.test.ts)',
  'plannedUsers.setEligible': 'planners see everybody whom they may plan (team-users.test.ts)',
  'personSkills.removePersonSkill': 'people belong to all who may edit people',
  'peopleKeeping.newPerson': 'whoever may make people names any area, manager and role that the rules allow',
  'peopleKeeping.updatePerson': 'people belong to all who may edit people',
  'peopleKeeping.suspendPerson': 'people belong to all who may edit people',
  'peopleKeeping.liftSuspension': 'people belong to all who may edit people',
  'peopleKeeping.invitePerson': 'people belong to all who may edit people',
  'peopleKeeping.searchManagers': 'anybody who works here can be a manager',
  'credentials.listCredentials':
    'who keeps credentials keeps anybody’s whom they see (server/people/scope.ts)',
  'credentials.saveCredential': 'who keeps credentials keeps anybody’s whom they see',
  'credentials.stopCredentialImport': 'imports belong to all who keep credentials',
  'credentials.undoCredentialImport': 'imports belong to all who keep credentials',
  'credentials.removeCredential': 'who keeps credentials keeps anybody’s whom they see',
  'agencies.addAgencyContract': 'agencies belong to all who keep them',
  'agencies.agencyContractFile': 'agencies belong to all who keep them',
  'agencies.agencyContracts': 'agencies belong to all who keep them',
  'agencies.getAgency': 'agencies belong to all who keep them',
  'agencies.removeAgencyContract': 'agencies belong to all who keep them',
  'agencies.endAgency': 'agencies belong to all who keep them',
  'agencies.mergeAgencies': 'agencies belong to all who keep them',
  'agencies.saveAgency': 'agencies belong to all who keep them',
  'agencyRates.getAgencyRate': 'rates belong to all who keep them',
  'agencyRates.saveAgencyRate': 'rates belong to all who keep them',
  'agencyRates.removeAgencyRate': 'rates belong to all who keep them',
  'agencyRates.tryAgencyRate': 'rates belong to all who keep them',
  'contractTypes.getContractType': 'contract types belong to all who keep them',
  'contractTypes.saveContractType': 'contract types belong to all who keep them',
  'contractTypes.contractVersions': 'contract types belong to all who keep them',
  'contractTypes.deactivateContractType': 'contract types belong to all who keep them',
  'contractTypes.mergeContractTypes': 'contract types belong to all who keep them',
  'contractTypes.deleteContractType': 'contract types belong to all who keep them',
  'expenseRates.getExpenseRate': 'rates belong to all who keep them',
  'expenseRates.saveExpenseRate': 'rates belong to all who keep them',
  'expenseRates.confirmExpenseRate': 'rates belong to all who confirm them',
  'applicants.getApplicant': 'applicants belong to all who recruit',
  'applicants.saveApplicant': 'applicants belong to all who recruit',
  'applicants.moveApplicant': 'applicants belong to all who recruit',
  'applicants.ownApplicant': 'applicants belong to all who recruit',
  'applicants.applicantHiring': 'applicants belong to all who recruit',
  'applicants.saveScorecard': 'applicants belong to all who recruit',
  'applicants.makeOffer': 'applicants belong to all who recruit',
  'applicants.withdrawOffer': 'applicants belong to all who recruit',
  'applicants.applicantTimeline': 'applicants belong to all who recruit',
  'applicants.mergeApplicants': 'applicants belong to all who recruit',
  'applicants.stopApplicantImport': 'imports belong to all who recruit',
  'applicants.undoApplicantImport': 'imports belong to all who recruit',
  'pendingRecruitment.getPending': 'who recruits sees everybody whom they may see',
  'pendingRecruitment.approveDocument':
    'documents are approved by who recruits, never one’s own (pending.test.ts)',
  'pendingRecruitment.rejectDocument':
    'documents are rejected by who recruits, never one’s own (pending.test.ts)',
  'pendingRecruitment.finishPendingTask': 'who recruits notes what is done for anybody',
  'pendingRecruitment.pendingDocument': 'documents are read by who recruits',
  'pendingRecruitment.remindPending': 'who recruits reminds anybody',
  'pendingRecruitment.withdrawPending': 'who recruits withdraws anybody whom they may let go',
  'pendingRecruitment.addStarter': 'who recruits names any area, agency and contract type',
  'pendingRecruitment.checkRightToWork': 'applicants belong to all who recruit',
  'areas.saveArea': 'areas belong to all who keep them',
  'areas.moveArea': 'areas belong to all who keep them',
  'areas.mergeAreas': 'areas belong to all who keep them',
  'areas.deactivateArea': 'areas belong to all who keep them',
  'areas.saveClosedDays': 'areas belong to all who keep them',
  'areas.areaPeople': 'areas belong to all who keep them',
  'audit.getAuditEntry': 'the audit is read by all who may see it',
  'support.personCallStatistics': 'support sees those of its people (support-home.test.ts)',
  'support.getSupportPerson': 'support sees area and team, or everybody (support-home.test.ts)',
  'support.getFailedSignIn': 'support sees those of its people (support-home.test.ts)',
  'support.getRemoteCommand': 'support sees those to its people (support-home.test.ts)',
  'systemFlags.getFlag': 'flags are seen by all who look after the system',
  'systemFlags.acknowledgeFlag': 'who looks after the system takes any flag',
  'systemFlags.clearFlag': 'who looks after the system clears any flag',
  'systemFlags.raiseFlag': 'a flag can be about any area',
  'roles.getRole': 'roles belong to all who may see people',
  'roles.saveRole': 'roles belong to all who grant permissions',
  'roles.saveRolePermissions': 'roles belong to all who grant permissions',
  'roles.roleImpact': 'roles belong to all who grant permissions',
  'roles.deleteRole': 'roles belong to all who grant permissions',
  'roles.restoreBuiltInRole': 'roles belong to all who grant permissions',
  'roles.assignRoles': 'who grants permissions gives roles to anybody',
  'liveAlerts.saveLiveAlerts': 'rules are the caller’s own; their people are those whom the panel shows',
  'liveAlerts.seeLiveAlert': 'its id is of a person and a rule; whom is the panel’s (alerts.test.ts)',
  'session.sendRemoteCommand': 'support helps anybody',
  'session.endSessions': 'support locks anybody out',
  'session.pairCompanion': 'support pairs anybody’s device',
  'session.unpairCompanion': 'support ends anybody’s pairing',
  'holidayBalance.getHolidayBalance': 'HR keeps everybody’s holiday',
  'holidayBalance.holidayEntries': 'HR keeps everybody’s holiday',
  'holidayBalance.adjustHoliday': 'HR keeps everybody’s holiday but their own (holiday-balance.test.ts)',
  'training.bookMyTraining': 'sessions are for all to see; one books oneself alone (training.test.ts)',
  'training.unbookMyTraining': 'one’s own booking alone is taken back (training.test.ts)',
  'training.waitForTraining': 'sessions are for all to see; one waits oneself alone (waiting.test.ts)',
  'training.leaveTrainingWait': 'one’s own place in a list alone is given up (waiting.test.ts)',
  'training.recordTraining': 'sessions are for all to see; who ran one records it alone (training.test.ts)',
  'training.trainingAttendees': 'whom it names goes by whom the caller looks after (training.test.ts)',
  'absence.attemptContact': 'HR keeps everybody’s cases but their own (case-upkeep.test.ts)',
  'absence.decideAbsence': 'HR keeps everybody’s cases but their own (case-upkeep.test.ts)',
  'pips.savePip': 'HR keeps everybody’s plans but their own (pips.test.ts)',
  'pips.proposePip': 'HR keeps everybody’s plans, others those that they own (pips.test.ts)',
  'pips.reviewPip': 'HR keeps everybody’s plans, others those that they own (pips.test.ts)',
  'pips.decidePip': 'HR keeps everybody’s plans but their own (pips.test.ts)',
  'returnToWork.saveReturnForm':
    'another’s form isn’t there, and HR gives any a host (return-to-work.test.ts)',
  'fileNotes.fileNotes':
    'HR reads notes about anybody, others of those whom they look after (file-notes.test.ts)',
  'fileNotes.saveFileNote':
    'HR writes notes about anybody, others of those whom they look after (file-notes.test.ts)',
  'catiReport.myCatiReport': 'its id narrows one’s own records to a project (cati-report.test.ts)',
  'dataImports.applyProjectFile': 'a check is of who made it (project-files.test.ts)',
  'dataImports.removeImportMatch': 'a match is of who saved it (project-files.test.ts)',
  'dataImports.applyImportFile': 'a check is of who made it (data-imports.test.ts)',
  'dataImports.undoDataImport': 'imports belong to all who may import (data-imports.test.ts)',
  'advisory.advisoryProject': 'who sees the advisory sees every project (advisory.test.ts)',
  'advisory.setProjectStatus': 'projects belong to all who edit them (project-status.test.ts)',
  'advisory.whatIf': 'who sees the advisory sees every project (advisory.test.ts)',
  'hypervisor.moveOnHypervisor': 'planners move everybody whom they may plan (hypervisor.test.ts)',
  'hypervisor.boostProject': 'projects belong to all who boost them (hypervisor.test.ts)',
  'allocation.saveAllocations': 'planners plan everybody whom they may plan (allocation.test.ts)',
  'shiftPatterns.savePattern': 'patterns belong to all who keep them (patterns.test.ts)',
  'shiftPatterns.assignPattern': 'patterns belong to all who keep them (patterns.test.ts)',
  'shiftPatterns.retirePattern': 'patterns belong to all who keep them (patterns.test.ts)',
  'bookingWindows.getWindow': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.windowDetail': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.saveWindow': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.openWindow': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.closeWindow': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.extendWindow': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.cancelWindow': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.remindWindow': 'windows belong to all who keep them (slots.test.ts)',
  'bookingWindows.bookSlot': 'who may take a slot is decided by its window (slots.test.ts)',
  'campaigns.getCampaign': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.campaignDetail': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.saveCampaign': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.openCampaign': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.pauseCampaign': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.closeCampaign': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.cancelCampaign': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.decideApplication': 'campaigns belong to all who keep them (campaigns.test.ts)',
  'campaigns.applyForCampaign': 'who may apply is decided by its campaign (campaigns.test.ts)',
  'campaigns.previewCampaign': 'its ids narrow a count of people (campaigns.test.ts)',
  'resourceLeavers.getResourceLeaver': 'planners see everybody whom they may plan (resource-leavers.test.ts)',
  'resourceLeavers.leaverShifts': 'planners see everybody whom they may plan (resource-leavers.test.ts)',
  'resourceLeavers.offerLeaverShifts': 'planners see everybody whom they may plan (resource-leavers.test.ts)',
  'resourceLeavers.endLeaverPlan': 'planners see everybody whom they may plan (resource-leavers.test.ts)',
  'activityReport.activityReport': 'planners see everybody whom they may plan (activity-report.test.ts)',
  'activityReport.activityReportFile': 'planners see everybody whom they may plan (activity-report.test.ts)',
  'activityReport.getActivitySession': 'planners see everybody whom they may plan (activity-report.test.ts)',
  'powerReport.endOfShift': 'an area narrows one’s own people (power-report.test.ts)',
  'powerReport.endOfShiftMail': 'each reader gets what is theirs to see (power-report.test.ts)',
  'powerReport.endOfShiftFile': 'it is the same report (power-report.test.ts)',
  'performance.saveKpi': 'KPIs belong to all who set them up',
  'performance.retireKpi': 'KPIs belong to all who set them up',
  'performance.previewKpi': 'it counts people and names none',
  'performance.kpiRecords': 'KPIs are for all who see performance; their records name nobody',
  'performance.supervisorPerformance': 'a project narrows one’s own people (performance.test.ts)',
  'performance.personCatiReport': 'whom one doesn’t look after isn’t there (performance.test.ts)',
  'performance.setTarget': 'whom one doesn’t look after isn’t there (targets.test.ts)',
  'performance.personTargets': 'whom one doesn’t look after isn’t there (targets.test.ts)',
  'performance.withdrawTarget': 'whom one doesn’t look after isn’t there (targets.test.ts)',
  'performance.restoreTarget': 'whom one doesn’t look after isn’t there (targets.test.ts)',
  'performance.removeTarget': 'targets belong to all who set up KPIs',
  'planner.plannerWeek': 'planners see everybody whom they may plan (planner.test.ts)',
  'shiftRequests.getShiftRequest':
    'who processes shifts decides on anybody’s but their own (shift-requests.test.ts)',
  'shiftRequests.decideShiftRequest':
    'who processes shifts decides on anybody’s but their own (shift-requests.test.ts)',
  'shiftRequests.proposeShiftTimes':
    'who processes shifts decides on anybody’s but their own (shift-requests.test.ts)',
  'shiftRequests.shiftRequestChecks':
    'who processes shifts decides on anybody’s but their own (shift-requests.test.ts)',
  'requestTalk.shiftRequestTalk': 'its people and who decides are in it, tried in request-talk.test.ts',
  'requestTalk.bookingTalk': 'whose it is and who decides are in it, tried in request-talk.test.ts',
  'shiftRequests.findCover':
    'who processes shifts decides on anybody’s but their own (shift-requests.test.ts)',
  'shiftRequests.offerCover':
    'who processes shifts decides on anybody’s but their own (shift-requests.test.ts)',
  'shifts.checkShifts': 'planners plan everybody whom they may plan (shifts.test.ts)',
  'shifts.updateShifts': 'planners plan everybody whom they may plan (planner.test.ts)',
  'shifts.splitShift': 'planners plan everybody whom they may plan (planner.test.ts)',
  'shifts.deleteShifts': 'planners plan everybody whom they may plan (planner.test.ts)',
  'shifts.newShifts': 'planners plan everybody whom they may plan (shifts.test.ts)',
  'tenant.acceptAgreement': 'the agreement is everybody’s; who accepts it is the caller',
  'experimentals.whyHasExperimental': 'who keeps the settings asks of anybody',
  'experimentals.saveExperimental': 'who keeps the settings chooses anybody',
  'tenant.publishLegal': 'the texts are the company’s',
  'skills.getSkill': 'skills belong to all who keep them',
  'skills.saveSkill': 'skills belong to all who keep them',
  'skills.deactivateSkill': 'skills belong to all who keep them',
  'skills.mergeSkills': 'skills belong to all who keep them',
  'vault.openVaultForPerson':
    'grantors hold the company’s key for whoever agreed to it (company-key.test.ts)',
  'vault.saveVaultKeysForPerson': 'as openVaultForPerson, and only after it',
  'tickets.ticketIssueData': 'supervisors see every ticket',
  'views.findNamed': 'those alone are named whom the page lists to the caller (filters-by-name.test.ts)',
}

/** Calls that answer as if others' things didn't exist. */
export const AS_IF_ABSENT: Readonly<Record<string, unknown>> = {
  'chat.markAllAsRead': { done: true },
  'chatMessages.getMessageStatuses': [],
  'meetings.leaveMeeting': { done: true },
  'notificationCentre.clearNotifications': { done: true },
  'profile.deleteContactDetail': { done: true },
  'notifications.markManyAsRead': { done: true },
  'tasks.changeTasks': { results: [{ taskID: 1, done: false, value: TASK_TEXT.noTask }] },
  'tasks.loadTasks': [],
  'myDay.sawOverride': { done: true },
  'training.bookTraining': {
    results: [{ userID: 2, name: '', done: false, reason: 'There is no such person.' }],
  },
  'training.bookTrainingInShift': {
    results: [{ userID: 2, name: '', done: false, reason: 'There is no such person.' }],
  },
  'attendance.attendanceDays': { days: [], corrections: [] },
  'attendance.approveDays': {
    results: [
      {
        id: `2:${new Date(NOON - 172_800_000).toISOString().slice(0, 10)}`,
        done: false,
        reason: 'There is no such person.',
      },
    ],
  },
}

const ROOM = { source: 'PROJECT', sourceID: 8 } as const
const GROUP = { source: 'MANUAL', sourceID: 5 } as const
const TYPED = { id: 8, type: 'CHATROOM', source: 'PROJECT' } as const
const NEW_TASK = {
  userID: 1,
  projectID: 8,
  subject: 'Check the quota',
  description: 'Before noon',
  eventStart: new Date(NOON).toISOString(),
  eventEnd: new Date(NOON + 1).toISOString(),
  dueDate: new Date(NOON + 2).toISOString(),
  priority: 'LOW',
  storyPoint: '5',
  requiredHours: 1,
}
const MEETING = {
  start: new Date(NOON).toISOString(),
  end: new Date(NOON + 60_000).toISOString(),
  subject: 'Briefing',
  agenda: '',
  ids: [3],
  immediate: true,
}

/** Somebody else's thing beside one's own: refused, or treated as missing. */
interface BesideOwn {
  readonly call: string
  readonly request: object
  readonly answer: 'refused' | 'as if absent'
}

const refused = (call: string, request: object): BesideOwn => ({ call, request, answer: 'refused' })
const asIfAbsent = (call: string, request: object): BesideOwn => ({ call, request, answer: 'as if absent' })

export const BESIDE_OWN: readonly BesideOwn[] = [
  refused('qc.startReview', { id: 1 }),
  asIfAbsent('chat.myChatThreads', { source: 'PROJECT', sourceID: 7 }),
  asIfAbsent('chat.loadGroupChatMessages', { ...ROOM, useAnchor: true, anchorMessageID: 1 }),
  asIfAbsent('chat.loadThreadChatMessages', { threadID: 5, useAnchor: true, anchorMessageID: 2 }),
  asIfAbsent('chat.focusOnThread', { ...ROOM, messageID: 1 }),
  asIfAbsent('chat.markAllAsRead', { records: [ROOM, { source: 'PROJECT', sourceID: 7 }] }),
  refused('chat.react', { id: 1, ...ROOM, reaction: 'LIKE' }),
  refused('chat.downloadAttachment', { id: 1, ...ROOM }),
  refused('chat.sendMessageToChatroom', { message: 'hi', chatroom: 'cat’s room', replyTo: 1 }),
  refused('chat.sendMessageToThread', { message: 'hi', threadID: 5, replyTo: 2 }),
  refused('chatFiles.sendAttachmentToChatroom', { message: '', chatroom: 'cat’s room', replyTo: 1 }),
  refused('chatFiles.sendAttachmentToThread', { message: '', threadID: 5, replyTo: 2 }),
  refused('chatFiles.fetchFullImage', { id: 3, ...ROOM }),
  refused('chatFiles.previewMessage', { id: 1, ...ROOM }),
  refused('chatFiles.getAttachmentDetails', { id: 3, ...ROOM, prepareStream: true }),
  refused('chatFiles.deleteAttachmentFromChatroom', { id: 1, chatroomName: 'cat’s room' }),
  refused('chatFiles.deleteAttachmentFromThread', { id: 4, msgThreadID: 5 }),
  asIfAbsent('chatMessages.getMessageStatuses', { type: 'CHATROOM', messageIDs: [1, 6] }),
  refused('chatMessages.getMessageStats', { id: 1, ...ROOM }),
  refused('chatMessages.editMessage', { id: 2, ...GROUP, message: 'Better' }),
  refused('chatMessages.deleteMessage', { id: 2, ...GROUP, message: 'Hello' }),
  refused('chatMessages.pinMessage', { ...TYPED, messageID: 1 }),
  refused('chatMessages.unpinMessage', { ...TYPED, messageID: 1 }),
  refused('chatMessages.broadcastMessage', { ...TYPED, messageID: 1 }),
  refused('chatMessages.removeBroadcastMessage', { ...TYPED, messageID: 1 }),
  asIfAbsent('chatMessages.loadThreadFiles', { ...TYPED, beforeMessageID: 5 }),
  asIfAbsent('chatMessages.loadMessagesAround', { id: 1, ...ROOM }),
  refused('chatMessages.analyseMessage', { id: 1, ...ROOM }),
  asIfAbsent('chatSearch.searchTaskMentionList', { ...ROOM, selectedIDs: [1], searchTerm: '' }),
  refused('chatSharedThings.votePoll', { pollID: 2, optionIDs: [1] }),
  refused('chatThreads.markAsUnread', { ...ROOM, messageID: 1 }),
  refused('chatTopics.addChatTopic', { ...ROOM, threadID: 6, type: 'CHATROOM', name: 'Q', messageID: 1 }),
  refused('chatTopics.addChatTopic', { ...ROOM, threadID: 1, type: 'CHATROOM', name: 'Q', messageID: 6 }),
  asIfAbsent('meetings.newMeeting', { ...MEETING, chat: { source: 'PROJECT', sourceID: 7 } }),
  refused('tasks.addTask', { ...NEW_TASK, chatSource: 'PROJECT', chatSourceID: 7, chatMessageID: 1 }),
  refused('tasks.addTask', { ...NEW_TASK, chatSource: 'PROJECT', chatSourceID: 8, chatMessageID: 1 }),
  refused('tasks.addTask', { ...NEW_TASK, prefixID: 1 }),
  refused('tasks.addTask', { ...NEW_TASK, relationshipJSON: '{"type":"CHILD","payload":{"id":1}}' }),
  // Task 3 is cat's.
  asIfAbsent('tasks.changeTasks', { changes: [{ taskID: 3, set: { prefixID: 1 } }] }),
  // Shift 2 is ann's, 3 bob's; what may be asked for on one's own is in shift-requests.test.ts.
  refused('shiftRequests.newShiftRequest', {
    ...{ type: 'SWAP', shiftID: 2, toUserID: 2, otherShiftID: 3, reason: 'School run' },
  }),
  refused('tasks.linkTask', { taskID: 3, type: 'BLOCKING', otherTaskID: 1 }),
  refused('tasks.updateTask', { taskID: 3, set: { prefixID: 1 } }),
]

/**
 * Cat's own things, apart from ann's: group 5 with message 5, project 8's room 6 with message 6 and poll 2.
 */
export async function addOwnPlace(db: Database, userID: number): Promise<void> {
  const common = { displayGroupLabel: '', isGroup: 1, status: '', priority: '', createdAt: NOON }
  await db
    .insertInto('threads')
    .values([
      { ...common, id: 5, type: 'THREAD', ...GROUP, label: 'cats', displayLabel: 'Cats', lastMessageID: 5 },
      {
        ...common,
        id: 6,
        type: 'CHATROOM',
        ...ROOM,
        label: 'cat’s room',
        displayLabel: 'Room 8',
        lastMessageID: 6,
      },
    ])
    .execute()
  const member = { userID, isAdmin: 1, isArchived: 0, lastReadMessageID: 0 }
  await db
    .insertInto('threadMembers')
    .values([5, 6].map((threadID) => ({ ...member, threadID })))
    .execute()
  const message = { userID, text: 'meow', type: 'TEXT', entryTime: NOON, overallStatus: 'SENT' } as const
  await db
    .insertInto('messages')
    .values([5, 6].map((id) => ({ ...message, id, threadID: id })))
    .execute()
  const poll = { threadID: 6, messageID: 6, question: 'Milk?', isMultiple: 0, isAnonymous: 0 }
  await db
    .insertInto('polls')
    .values({ ...poll, createdBy: userID, createdAt: 1, closesAt: null, closedAt: null })
    .execute()
  await db
    .insertInto('pollOptions')
    .values(['Yes', 'No'].map((text) => ({ pollID: 2, text })))
    .execute()
  await addTicket(db, { raisedBy: userID })
  await addProject(db, 8, 'Room 8')
  await addTaskRow(db, { id: 3, userID, projectID: 8, subject: 'Feed the cats' })
}
