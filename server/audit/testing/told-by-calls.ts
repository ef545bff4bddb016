/**
 * What the audit says of each call's good request (server/http/testing/good-requests.ts), in its order, as
 * `toldSince` words it. A call that isn't here says nothing.
 */
export const TOLD_BY_CALLS: Readonly<Record<string, readonly string[]>> = {
  'accountAccess.allowDevice': ['DEVICE_ALLOWED | admin.active-users | device | device-8'],
  'accountAccess.clearDevice': [
    'DEVICE_CLEARED | admin.active-users | person | ann | deviceID: "device-1" → null | Given back',
  ],
  'accountAccess.endAccountSession': ['SESSION_ENDED | admin.active-users | person | Lena |  | Left it open'],
  'accountAccess.excludeDevice': ['DEVICE_EXCLUDED | admin.active-users | device | device-9 |  | Stolen'],
  'accountAccess.exportSurveyToolDetails': [
    'EXPORTED | admin.active-users | toolCredentials | Survey-tool details | rows: null → 4',
  ],
  'accountAccess.lockAccount': [
    'ACCOUNT_LOCKED | admin.active-users | person | bob |  | Under investigation',
  ],
  'accountAccess.resetAccountPassword': [
    'PASSWORD_RESET | admin.active-users | person | bob | way: null → "TEMPORARY_PASSWORD" | Forgotten',
  ],
  'accountAccess.resetAccountTwoFactor': [
    'TWO_FACTOR_RESET | admin.active-users | person | ann |  | Lost the phone',
  ],
  'accountAccess.unlockAccount': ['ACCOUNT_UNLOCKED | admin.active-users | person | Lena'],
  'activity.forceActivity': [
    'ACTIVITY_SET | supervisor.live-panel | person | bob | activity: "MEETING" → "TRAINING", project: null → null, heldUntil: null → null | New script',
  ],
  'adaptors.redeliverWebhook': [
    'ADAPTOR_DELIVERY_REPEATED | admin.configuration.connection-adaptors | adaptor | Rota',
  ],
  'adaptors.removeAdaptor': ['ADAPTOR_REMOVED | admin.configuration.connection-adaptors | adaptor | SMTP'],
  'adaptors.saveAdaptor': ['ADAPTOR_CHANGED | admin.configuration.connection-adaptors | adaptor | SMTP'],
  'adaptors.setAdaptorSecret': [
    'ADAPTOR_SECRET_SET | admin.configuration.connection-adaptors | adaptor | SMTP | password: "changed" → "changed"',
  ],
  'adaptors.testAdaptor': ['ADAPTOR_TESTED | admin.configuration.connection-adaptors | adaptor | SMTP'],
  'adminSettings.exportSettings': ['SETTINGS_EXPORTED | admin.configuration.settings | setting | Settings'],
  'adminSettings.importSettings': [
    'SETTING_CHANGED | admin.configuration.settings | setting | Tests to run | devices.testsToRun: null → 4',
    'SETTING_CHANGED | admin.configuration.settings | setting | Tests to pass | devices.testsToPass: null → 4',
  ],
  'adminSettings.saveSettings': [
    'SETTING_CHANGED | admin.configuration.settings | setting | Oldest desktop client | devices.minimumDesktopClient: null → "1.2.0"',
  ],
  'adminUsers.getPerson': ['PERSON_READ | admin.active-users | person | bob'],
  'adminUsers.personChecklist': ['PERSON_READ | admin.active-users | person | bob'],
  'adminUsers.personHistory': ['PERSON_READ | admin.active-users | person | bob'],
  'agencies.addAgencyContract': [
    'AGENCY_CONTRACT_ADDED | admin.configuration.agencies | agency | Bright Staffing | contract: null → "Frame contract, 2026-05-01 – 2027-04-30…',
  ],
  'agencies.removeAgencyContract': [
    'AGENCY_CONTRACT_REMOVED | admin.configuration.agencies | agency | Bright Staffing | contract: "Frame contract, 2026-01-01 –" → null',
  ],
  'agencies.endAgency': [
    'AGENCY_ENDED | admin.configuration.agencies | agency | Peak People | status: "ACTIVE" → "ENDED"',
  ],
  'agencies.mergeAgencies': [
    'AGENCY_MERGED | admin.configuration.agencies | agency | Peak People | into: "Peak People" → "Bright Staffing", people: 0 → 0',
  ],
  'agencies.saveAgency': [
    'AGENCY_ADDED | admin.configuration.agencies | agency | Northern Temps | name: null → "Northern Temps", code: null → "BRI", status: null → "ACTIVE", 8 more',
  ],
  'agencyRates.removeAgencyRate': [
    'AGENCY_RATE_REMOVED | admin.configuration.agency-rates | agencyRate | Bright Staffing, Temp, Weekday',
  ],
  'agencyRates.saveAgencyRate': [
    'AGENCY_RATE_ADDED | admin.configuration.agency-rates | agencyRate | Bright Staffing, Temp, Sunday | agencyID: null → 1, contractTypeID: null → 1, skillID: null → null, 7 more',
  ],
  'apiKeys.newApiKey': [
    'API_KEY_ADDED | admin.configuration.connection-adaptors | apiKey | Payroll | owner: null → "ann", scope: null → null, permissions: null → "ADMIN_CAN_MANAGE_ADAPTORS", 2 more',
  ],
  'apiKeys.revokeApiKey': [
    'API_KEY_REVOKED | admin.configuration.connection-adaptors | apiKey | Rota export',
  ],
  'applicants.getApplicant': ['APPLICANT_READ | recruitment.users | applicant | Hal Holt'],
  'applicants.makeOffer': [
    'APPLICANT_OFFERED | recruitment.users | applicant | Otto Orr | contract: null → "Temp", area: null → "Leeds", startDate: null → "2030-06-03", 1 more',
  ],
  'applicants.mergeApplicants': [
    'APPLICANT_MERGED | recruitment.users | applicant | Hal Holt | merged: null → "Hal Hold"',
  ],
  'applicants.moveApplicant': [
    'APPLICANT_MOVED | recruitment.users | applicant | Hal Holt | stage: "HIRED" → "WITHDRAWN" | Found something else',
  ],
  'applicants.ownApplicant': [
    'APPLICANT_ASSIGNED | recruitment.users | applicant | Hal Holt | owner: null → "ann"',
  ],
  'applicants.saveApplicant': [
    'APPLICANT_ADDED | recruitment.users | applicant | Ned New | stage: null → "NEW", name: null → "Ned New", email: null → "ned@mail.example", 10 more',
  ],
  'applicants.saveScorecard': [
    'APPLICANT_SCORED | recruitment.users | applicant | Ida Ives | recommendation: null → "HIRE"',
  ],
  'applicants.undoApplicantImport': [
    'APPLICANTS_IMPORT_UNDONE | recruitment.users | applicantImport | fair.csv | rows: null → 1',
  ],
  'applicants.withdrawOffer': ['APPLICANT_OFFER_WITHDRAWN | recruitment.users | applicant | Otto Orr'],
  'areas.deactivateArea': ['AREA_DEACTIVATED | admin.manage-areas | area | Northern'],
  'areas.mergeAreas': [
    'AREA_MERGED | admin.manage-areas | area | Northern | into: "Northern" → "Leeds", people: 0 → 0',
  ],
  'areas.moveArea': ['AREA_MOVED | admin.manage-areas | area | Northern | inside: null → null'],
  'areas.moveAreaPeople': ['PERSON_CHANGED | admin.manage-areas | person | bob | areaName: null → "Leeds"'],
  'areas.saveArea': [
    'AREA_ADDED | admin.manage-areas | area | Hull | name: null → "Hull", code: null → "LDS", managerID: null → null, 4 more',
  ],
  'areas.saveClosedDays': [
    'AREA_CLOSED_DAYS_CHANGED | admin.manage-areas | area | Northern | closedDays: "" → ""',
  ],
  'attendance.answerDay': [
    'DAY_CONFIRMED | supervisor.resource | attendanceDay | Sun 3 May | state: "QUERIED" → "CONFIRMED" | It is there now',
  ],
  'attendance.approveDays': [
    'DAY_APPROVED | supervisor.resource | attendanceDay | Sat 2 May | state: "CONFIRMED" → "APPROVED"',
  ],
  'attendance.cancelCorrection': [
    'CORRECTION_CANCELLED | tracker.attendance | activityCorrection | TRAINING, Sun 3 May 13:00–14:00',
  ],
  'attendance.confirmDay': [
    'DAY_CONFIRMED | tracker.attendance | attendanceDay | Sun 3 May | state: "OPEN" → "CONFIRMED"',
  ],
  'attendance.correctSession': [
    'SESSION_CORRECTED | supervisor.resource | activityCorrection | TRAINING, Sun 3 May 13:00–13:30 |  | It was a course',
  ],
  'attendance.decideCorrection': [
    'CORRECTION_APPROVED | supervisor.resource | activityCorrection | TRAINING, Sun 3 May 13:00–14:00 |  | Right',
  ],
  'attendance.excuseException': [
    'EXCEPTION_EXCUSED | supervisor.resource | attendanceException | UNSCHEDULED, Sun 3 May 13:00 | excusedSeconds: 0 → 600 | It was a course',
  ],
  'attendance.newCorrection': [
    'CORRECTION_REQUESTED | tracker.attendance | activityCorrection | TRAINING, Sun 3 May 13:00–13:30 |  | It was a course',
  ],
  'attendance.queryDay': [
    'DAY_QUERIED | tracker.attendance | attendanceDay | Sun 3 May | state: "OPEN" → "QUERIED" | It was a course',
  ],
  'audit.exportAudit': [
    'EXPORTED | admin.audit-logs | auditEntry | Audit entries with their proof | filters: null → [], rows: null → 2',
  ],
  'audit.getAuditEntry': ['AUDIT_READ | admin.audit-logs | person | bob'],
  'demoClock.setDemoClock': ['DEMO_CLOCK_SET | dashboard | demoClock | Demo clock | speed: 1 → 5'],
  'demoClock.setDemoScene': [
    'DEMO_SCENE_SET | dashboard | demoClock | Demo clock | scene: null → "QUOTA_FILLS"',
  ],
  'backgroundServices.pauseBackgroundService': [
    'BACKGROUND_SERVICE_PAUSED | admin.configuration.background-services | backgroundService | Mail queue | until: null → null | Moving house',
  ],
  'backgroundServices.resumeBackgroundService': [
    'BACKGROUND_SERVICE_RESUMED | admin.configuration.background-services | backgroundService | Mail queue',
  ],
  'backgroundServices.runBackgroundService': [
    'BACKGROUND_SERVICE_RUN | admin.configuration.background-services | backgroundService | Mail queue',
  ],
  'booking.approvedBookingsFile': [
    'EXPORTED | resource.bookings | bookingRequest | Approved requests | filters: null → {"start":"2026-05-04T12:00:00.000Z","end…, rows: null → 0',
  ],
  'booking.decideBooking': [
    'REQUEST_APPROVED | resource.bookings | bookingRequest | Personal: bob | state: "PENDING" → "APPROVED"',
  ],
  'booking.newBooking': [
    'REQUEST_ADDED | tracker.my-calendar | bookingRequest | Personal: ann | state: null → "PENDING" | Boiler',
  ],
  'booking.withdrawBooking': [
    'REQUEST_WITHDRAWN | tracker.my-calendar | bookingRequest | Personal: ann | state: "PENDING" → "CANCELLED"',
  ],
  'bookingWindows.bookSlot': [
    'SLOT_BOOKED | tracker.my-calendar | bookingWindow | Extra evenings: 6 May, 13:00–17:00',
  ],
  'bookingWindows.cancelWindow': [
    'WINDOW_CANCELLED | resource.booking-windows | bookingWindow | Extra evenings |  | The project moved',
  ],
  'bookingWindows.closeWindow': ['WINDOW_CLOSED | resource.booking-windows | bookingWindow | Extra evenings'],
  'bookingWindows.extendWindow': [
    'WINDOW_EXTENDED | resource.booking-windows | bookingWindow | Extra evenings | closesAt: "2026-05-05T12:00:00.000Z" → "2026-05-06T12:00:00.000Z"',
  ],
  'bookingWindows.openWindow': ['WINDOW_OPENED | resource.booking-windows | bookingWindow | Extra evenings'],
  'bookingWindows.remindWindow': [
    'WINDOW_REMINDED | resource.booking-windows | bookingWindow | Extra evenings',
  ],
  'bookingWindows.saveWindow': ['WINDOW_ADDED | resource.booking-windows | bookingWindow | June'],
  'campaigns.applyForCampaign': [
    'APPLICATION_ADDED | tracker.my-calendar | campaign | Wave 3: 6 May, 13:00–17:00',
    'APPLICATION_ACCEPTED | resource.marketplace-campaigns | campaign | Wave 3: ann',
  ],
  'campaigns.cancelCampaign': [
    'CAMPAIGN_CANCELLED | resource.marketplace-campaigns | campaign | Wave 3 |  | The project moved',
  ],
  'campaigns.closeCampaign': ['CAMPAIGN_CLOSED | resource.marketplace-campaigns | campaign | Wave 3'],
  'campaigns.decideApplication': [
    'APPLICATION_ACCEPTED | resource.marketplace-campaigns | campaign | Wave 3: bob',
  ],
  'campaigns.openCampaign': ['CAMPAIGN_OPENED | resource.marketplace-campaigns | campaign | Wave 3'],
  'campaigns.pauseCampaign': ['CAMPAIGN_PAUSED | resource.marketplace-campaigns | campaign | Wave 3'],
  'campaigns.saveCampaign': ['CAMPAIGN_ADDED | resource.marketplace-campaigns | campaign | Wave 4'],
  'campaigns.withdrawApplication': [
    'APPLICATION_WITHDRAWN | tracker.my-calendar | campaign | Wave 3: 7 May, 13:00–17:00',
  ],
  'broadcast.deleteBroadcastTemplate': [
    'BROADCAST_TEMPLATE_DELETED | support.home | broadcastTemplate | Outage',
  ],
  'broadcast.endBroadcast': ['BROADCAST_ENDED | support.home | broadcast | Hello'],
  'broadcast.endDefcon': ['DEFCON_ENDED | support.home | defconAlert | Defcon |  | It is out'],
  'broadcast.postBroadcast': ['BROADCAST_POSTED | support.home | broadcast | Fire drill at two.'],
  'broadcast.raiseDefcon': ['DEFCON_RAISED | support.home | defconAlert | Defcon |  | Fire'],
  'broadcast.saveBroadcastTemplate': ['BROADCAST_TEMPLATE_SAVED | support.home | broadcastTemplate | Drill'],
  'absence.attemptContact': [
    'ABSENCE_ATTEMPTED | hr.unauthorised-absence | absenceCase | bob, 2026-05-04T16:00 | attempt: null → "CALL NO_ANSWER"',
  ],
  'absence.decideAbsence': [
    'ABSENCE_DECIDED | hr.unauthorised-absence | absenceCase | bob, 2026-05-04T16:00 | state: "OPEN" → "UNAUTHORISED" | No word',
    'FILE_NOTE_WRITTEN | hr.unauthorised-absence | fileNote | Concern',
  ],
  'absence.explainAbsence': [
    'ABSENCE_EXPLAINED | hr.unauthorised-absence | absenceCase | ann, 2026-05-04T16:00',
  ],
  'absence.listAbsenceCases': ['ABSENCE_CASES_READ | hr.unauthorised-absence | absenceCase | bob'],
  'absence.markAbsent': [
    'ABSENCE_MARKED | supervisor.resource | absenceCase | bob, 2026-05-04T14:00 | reported: null → "SICK"',
  ],
  'absence.noteLate': [
    'LATE_NOTED | supervisor.resource | shift | bob, 2026-05-04T14:00 | expectedAt: null → "2026-05-04T14:30" | Bus',
  ],
  'absence.sayLate': [
    'LATE_NOTED | tracker.my-calendar | shift | ann, 2026-05-04T16:00 | expectedAt: null → "2026-05-04T16:30" | Bus',
  ],
  'absence.unmarkAbsent': [
    'ABSENCE_UNMARKED | supervisor.resource | absenceCase | bob, 2026-05-04T16:00 | state: "OPEN" → "CLOSED"',
  ],
  'interactions.interactionTimeline': ['INTERACTIONS_READ | interviewer-manager.interactions | person | bob'],
  'interactions.logWelfareContact': [
    'WELFARE_LOGGED | interviewer-manager.interactions | welfareContact | By phone',
  ],
  'interactions.planOneToOne': [
    'ONE_TO_ONE_PLANNED | interviewer-manager.interactions | oneToOne | 2026-05-12T13:00',
  ],
  'tickets.raiseTicketFor': [
    'TICKET_RAISED_FOR | supervisor.live-panel | ticket | Ticket 4 | ticketType: null → "Other"',
  ],
  'training.bookMyTraining': [
    'TRAINING_BOOKED | tracker.my-development | trainingSession | Induction, 2026-05-04T21:00 | state: null → "BOOKED", isInShift: null → false',
  ],
  'training.unbookMyTraining': [
    'TRAINING_UNBOOKED | tracker.my-development | trainingSession | Induction, 2026-05-09T13:00 | state: "BOOKED" → "CANCELLED"',
  ],
  'training.waitForTraining': [
    'TRAINING_WAITING | tracker.my-development | trainingSession | Induction, 2026-05-10T13:00 | state: null → "WAITING"',
  ],
  'training.leaveTrainingWait': [
    'TRAINING_WAITING_LEFT | tracker.my-development | trainingSession | Induction, 2026-05-11T13:00 | state: "WAITING" → "CANCELLED"',
  ],
  'training.bookTraining': [
    'TRAINING_BOOKED | interviewer-manager.training | trainingSession | Induction, 2026-05-04T21:00 | state: null → "BOOKED", isInShift: null → false',
  ],
  'training.bookTrainingInShift': [
    'TRAINING_BOOKED | supervisor.training | trainingSession | Induction, 2026-05-04T21:00 | state: null → "BOOKED", isInShift: null → false',
  ],
  'training.excuseTraining': [
    'TRAINING_EXCUSED | interviewer-manager.training | person | Induction | until: null → null | Knows it well',
  ],
  'training.recordTraining': [
    'TRAINING_RECORDED | supervisor.training | trainingSession | Induction, 2026-05-04T11:00 | status: "LIVE" → "COMPLETED", outcomes: null → ["ATTENDED"]',
  ],
  'training.remindTraining': ['TRAINING_REMINDED | interviewer-manager.training | person | Induction'],
  'training.unbookTraining': [
    'TRAINING_UNBOOKED | interviewer-manager.training | trainingSession | Induction, 2026-05-09T13:00 | state: "BOOKED" → "CANCELLED"',
  ],
  'pips.answerPip': ['PIP_ANSWERED | hr.performance-improvement | pip | ann'],
  'pips.appealPip': ['PIP_APPEALED | hr.performance-improvement | pip | ann'],
  'pips.decidePip': [
    'PIP_DECIDED | hr.performance-improvement | pip | bob | state: "ACTIVE" → "PASSED" | All met',
  ],
  'pips.listPips': ['PIP_READ | hr.performance-improvement | pip | bob'],
  'pips.proposePip': [
    'PIP_PROPOSED | hr.performance-improvement | pip | bob | proposal: null → "PASSED" | All met',
  ],
  'pips.reviewPip': ['PIP_REVIEWED | hr.performance-improvement | pip | bob'],
  'pips.savePip': ['PIP_DRAFTED | hr.performance-improvement | pip | bob'],
  'oneToOnes.saveOneToOne': ['ONE_TO_ONE_WRITTEN | hr.one-to-one-meeting | oneToOne | bob'],
  'oneToOnes.scheduleOneToOne': ['ONE_TO_ONE_PLANNED | hr.one-to-one-meeting | oneToOne | 2026-05-05T13:00'],
  'oneToOnes.signOneToOne': ['ONE_TO_ONE_SIGNED | hr.one-to-one-meeting | oneToOne | bob'],
  'supervisorHr.supervisorHr': ['HR_READ | supervisor.hr | person | bob'],
  'returnToWork.addFitNote': ['FIT_NOTE_ADDED | hr.return-to-work | returnToWorkForm | bob, 2026-04-29'],
  'returnToWork.fitNoteFile': ['FIT_NOTE_READ | hr.return-to-work | returnToWorkForm | bob, 2026-04-29'],
  'returnToWork.returnForms': ['RETURN_FORM_READ | hr.return-to-work | returnToWorkForm | bob'],
  'returnToWork.saveReturnForm': [
    'RETURN_FORM_SAVED | hr.return-to-work | returnToWorkForm | bob, 2026-04-29 | status: "DRAFT" → "DRAFT"',
  ],
  'returnToWork.signReturnForm': [
    'RETURN_FORM_SIGNED | hr.return-to-work | returnToWorkForm | bob, 2026-04-29 | status: "DRAFT" → "SIGNED_BY_HOST"',
  ],
  'fileNotes.acknowledgeNote': ['FILE_NOTE_ACKNOWLEDGED | tracker.my-development | fileNote | Recognition'],
  'fileNotes.fileNotes': ['FILE_NOTES_READ | hr.users | fileNote | bob'],
  'fileNotes.replyToNote': ['FILE_NOTE_REPLIED | tracker.my-development | fileNote | Recognition'],
  'fileNotes.saveFileNote': ['FILE_NOTE_WRITTEN | hr.users | fileNote | Note'],
  'coaching.acknowledgeCoaching': ['COACHING_ACKNOWLEDGED | tracker.my-quality | coachingSession | Probing'],
  'coaching.coachingSession': ['COACHING_READ | supervisor.quality | coachingSession | bob'],
  'coaching.endCoaching': [
    'COACHING_CANCELLED | supervisor.quality | coachingSession | Probing | state: "PLANNED" → "CANCELLED"',
  ],
  'coaching.finishCoaching': [
    'COACHING_HELD | supervisor.quality | coachingSession | Probing | state: "PLANNED" → "HELD", actions: null → ["Probe twice"]',
  ],
  'coaching.holdCoaching': ['COACHING_BEGUN | supervisor.quality | coachingSession | Probing'],
  'coaching.saveCoaching': [
    'COACHING_CHANGED | supervisor.quality | coachingSession | Probing | start: "2026-05-05T12:00:00.000Z" → "2026-05-06T12:00:00.000Z", topics: "Probing" → "Probing"',
  ],
  'coaching.tickCoaching': [
    'COACHING_ACTION_TICKED | tracker.my-quality | coachingSession | Probing | Probe twice: false → true',
  ],
  'contractTypes.deactivateContractType': [
    'CONTRACT_TYPE_DEACTIVATED | admin.configuration.contract-types | contractType | Unused',
  ],
  'contractTypes.mergeContractTypes': [
    'CONTRACT_TYPE_MERGED | admin.configuration.contract-types | contractType | Unused | into: "Unused" → "Temp", people: 0 → 0',
  ],
  'contractTypes.deleteContractType': [
    'CONTRACT_TYPE_DELETED | admin.configuration.contract-types | contractType | Unused',
  ],
  'contractTypes.saveContractType': [
    'CONTRACT_TYPE_ADDED | admin.configuration.contract-types | contractType | Evening | name: null → "Evening", kind: null → "WORKER", validFrom: null → "2026-05-04", 18 more',
  ],
  'credentials.listCredentials': ['TOOL_CREDENTIALS_READ | admin.active-users | person | bob'],
  'credentials.removeCredential': [
    'TOOL_CREDENTIAL_REMOVED | admin.active-users | toolCredentials | VPN: ann',
  ],
  'credentials.saveCredential': [
    'TOOL_CREDENTIAL_ADDED | admin.active-users | toolCredentials | Dimensions: bob | userName: null → "dim", address: null → "", isAutoConnect: null → false, 3 more',
  ],
  'credentials.undoCredentialImport': [
    'TOOL_CREDENTIALS_IMPORT_UNDONE | admin.configuration.connection-adaptors | toolCredentials | people.csv | undone: null → 0, kept: null → 0',
  ],
  'dataImports.applyImportFile': [
    'RECORDS_IMPORTED | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS | created: null → 1, updated: null → 0',
  ],
  'dataImports.applyProjectFile': [
    'RECORDS_IMPORTED | resource.performance.dashboard | dataImport | PROJECT_TARGETS | created: null → 1, updated: null → 0',
  ],
  'dataImports.undoDataImport': [
    'IMPORT_UNDONE | resource.performance.dashboard | dataImport | INTERVIEW_RECORDS | voided: null → 0',
  ],
  'deviceHealth.saveDeviceConnectivityThresholds': [
    'SETTING_CHANGED | admin.configuration.settings | setting | Bounds of the grades | devices.thresholds: null → {"download":{"exceptional":100,"veryGood…',
  ],
  'earnings.earningsFile': [
    'EXPORTED | tracker.my-earnings | earnings | My earnings | filters: null → {"from":"2026-05-01","to":"2026-05-31"}, rows: null → 1',
  ],
  'recorded.recordedFile': [
    'EXPORTED | tracker.home | recordedReading | What is recorded about me | filters: null → {"kinds":[],"from":null,"to":null}, rows: null → 3',
  ],
  'earnings.queryEarnings': [
    'PAY_QUERIED | tracker.my-earnings | ticket | Pay of Sun 3 May |  | It was a course',
  ],
  'emailLog.cancelEmail': ['MAIL_CANCELLED | admin.logs.email-log | mail | DEFERRED'],
  'emailLog.holdEmails': ['MAIL_HELD | admin.logs.email-log | mail'],
  'emailLog.resendEmail': ['MAIL_SENT_AGAIN | admin.logs.email-log | mail | FAILED'],
  'emailVerification.addToStopList': [
    'STOP_LIST_ADDED | research.services.e-mail-verification | stoppedAddress | @gone.example | addresses: null → 1',
  ],
  'emailVerification.askToConfirm': [
    'EMAIL_CONFIRMATION_ASKED | research.services.e-mail-verification | verifiedAddress |  | addresses: null → 1',
  ],
  'emailVerification.newVerification': [
    'EMAIL_VERIFICATION_BEGUN | research.services.e-mail-verification | emailVerification | Panel | addresses: null → 1',
  ],
  'emailVerification.stopVerification': [
    'EMAIL_VERIFICATION_STOPPED | research.services.e-mail-verification | emailVerification | Panel',
  ],
  'emailVerification.takeFromStopList': [
    'STOP_LIST_TAKEN_OFF | research.services.e-mail-verification | stoppedAddress | never@mail.example',
  ],
  'errorLog.raiseErrorTicket': [
    'ERROR_CHANGED | admin.logs.error-log | error | Error: no such table | ticketID: null → 4',
  ],
  'errorLog.updateError': [
    'ERROR_CHANGED | admin.logs.error-log | error | Error: no such table | state: "NEW" → "ACKNOWLEDGED"',
  ],
  'expenseRates.confirmExpenseRate': [
    'EXPENSE_RATE_CONFIRMED | admin.configuration.expenses-rates | expenseRate | Mileage, motorcycle',
  ],
  'expenseRates.saveExpenseRate': [
    'EXPENSE_RATE_ADDED | admin.configuration.expenses-rates | expenseRate | Parking | category: null → "PARKING", unit: null → "DAY", rate: null → 1000, 7 more',
  ],
  'experimentals.saveExperimental': [
    'EXPERIMENTAL_CHANGED | admin.experimentals | experimental | Week numbers in My Calendar | state: "OFF" → "TARGETED", people: [] → [], roles: [] → [], 2 more',
  ],
  'exports.newExport': [
    'EXPORTED | admin.configuration.skills | skill | Skills | filters: null → [], columns: null → ["name","category","people","expiring","…, rows: null → 2',
  ],
  'help.lockShift': [
    'SHIFT_LOCKED | supervisor.live-panel | person | bob | isLocked: false → true | Dialler training',
  ],
  'helpCenter.publishFaq': [
    'FAQ_PUBLISHED | support.help-center.questions | faqArticle | Where do I park? | state: "PUBLISHED" → "PUBLISHED"',
  ],
  'helpCenter.saveFaq': [
    'FAQ_ADDED | support.help-center.questions | faqArticle | Where do I park? | question: null → "Where do I park?", answer: null → "Behind the office.\\n\\nAsk for a permit.…, category: null → "Office", 2 more',
  ],
  'helpCenter.saveTicketDesk': [
    'SETTING_CHANGED | admin.configuration.settings | setting | Clocks of tickets | help.clocks: null → {"EMERGENCY":{"response":15,"resolution"…',
  ],
  'helpCenter.saveTour': [
    'TOUR_ADDED | support.help-center.tours | tour | First day | name: null → "First day", audience: null → "", steps: null → "[{\\"element\\":\\"side-bar\\",\\"title\\":\\"…',
  ],
  'holidayBalance.adjustHoliday': [
    'HOLIDAY_CARRIED_OVER | hr.holiday-balance | holidayBalance | bob | hours: null → 7.5, yearFrom: null → "2026-04-01" | Agreed',
  ],
  'invitation.acceptInvitation': [
    'INVITATION_ACCEPTED |  | person | bob | agreement: null → "2026-03-02T09:00:00.000Z" |  | by 2',
  ],
  'leavers.cancelLeaving': [
    'PERSON_LEAVING_CANCELLED | admin.active-users | person | bob | leaveDate: null → null',
  ],
  'leavers.deactivatePerson': [
    'PERSON_DEACTIVATED | admin.active-users | person | bob | status: "ACTIVE" → "LEAVER", leaveDate: null → "2026-05-04", leaveReason: null → "RESIGNED", 1 more | RESIGNED',
  ],
  'leavers.reinstatePerson': [
    'PERSON_CHANGED | admin.active-users | person | Lee | startDate: null → "2026-05-04"',
    'PERSON_REINSTATED | admin.active-users | person | Lee | status: "LEAVER" → "ACTIVE", leaveDate: "2026-04-30" → null, startDate: null → "2026-05-04"',
  ],
  'licence.uploadLicence': [
    'LICENCE_CHANGED | admin.configuration.settings | licence | Bright Surveys Ltd | holder: null → "Bright Surveys Ltd", seats: null → 10000, expiresAt: "2027-05-04T12:00:00.000Z" → "2099-04-30T23:59:59.000Z"',
  ],
  'liveAlerts.saveLiveAlerts': [
    'ALERT_RULES_CHANGED | supervisor.live-panel | alertRules | ann | rules: ["Break over the allowance","Out of sche… → ["Break over the allowance","Out of sche…',
  ],
  'liveAlerts.seeLiveAlert': [
    'ALERT_SEEN | supervisor.live-panel | person | bob | rule: null → "IDLE" | On it',
  ],
  'development.acknowledgeTraining': [
    'TRAINING_ACKNOWLEDGED | tracker.my-development | trainingRecord | Induction',
  ],
  'development.commentPip': ['PIP_COMMENTED | tracker.my-development | pip | ann'],
  'gamification.answerQuest': ['QUEST_ACCEPTED | tracker.my-experience | quest | Calm'],
  'gamification.cheerQuest': ['QUEST_CHEERED | supervisor.gamification-quests | quest | Calm |  | Well done'],
  'gamification.endQuest': [
    'QUEST_ENDED | supervisor.gamification-quests | quest | Calm |  | The project stops',
  ],
  'gamification.saveQuest': ['QUEST_STARTED | supervisor.gamification-quests | quest | Clear'],
  'gamification.showName': [
    'BOARD_NAME_CHANGED | tracker.my-experience | person | ann | isNameShown: false → true',
  ],
  'lineHoliday.askHolidayApproval': [
    'HOLIDAY_APPROVAL_ASKED | interviewer-manager.holiday-balance | bookingRequest | bob',
  ],
  'lineHoliday.remindHoliday': [],
  'livePerson.livePerson': ['LIVE_PERSON_READ | supervisor.live-panel | person | bob'],
  'livePerson.startFeedback': [
    'ACTIVITY_SET | supervisor.live-panel | person | bob | activity: "MEETING" → "FEEDBACK SESSION", project: null → null, heldUntil: null → null | Feedback session',
  ],
  'myDay.releaseActivity': [
    'ACTIVITY_RELEASED | supervisor.live-panel | person | bob | isOverride: true → false',
  ],
  'onboarding.updateOnboardingTask': [
    'ONBOARDING_TASK_CHANGED | admin.onboarding-tasks | onboardingTask | Sign the contract',
  ],
  'pendingRecruitment.addStarter': [
    'APPLICANT_ADDED | admin.pending-recruitment | applicant | Ned New | stage: null → "HIRED", source: null → "REFERRAL", startDate: null → null',
  ],
  'pendingRecruitment.approveDocument': [
    'ONBOARDING_DOCUMENT_APPROVED | admin.pending-recruitment | onboardingTask | Passport',
  ],
  'pendingRecruitment.checkRightToWork': [
    'RIGHT_TO_WORK_CHECKED | admin.pending-recruitment | applicant | Hal Holt | rightToWork: "NOT_CHECKED" → "CHECKED"',
  ],
  'pendingRecruitment.finishPendingTask': [
    'ONBOARDING_TASK_DONE | admin.pending-recruitment | onboardingTask | Order a headset',
  ],
  'pendingRecruitment.pendingDocument': [
    'ONBOARDING_DOCUMENT_READ | admin.pending-recruitment | onboardingTask | Passport',
  ],
  'pendingRecruitment.rejectDocument': [
    'ONBOARDING_DOCUMENT_REJECTED | admin.pending-recruitment | onboardingTask | Passport |  | Can’t be read',
  ],
  'pendingRecruitment.remindPending': [
    'ONBOARDING_REMINDED | admin.pending-recruitment | onboardingTask | Order a headset',
  ],
  'pendingRecruitment.withdrawPending': [
    'APPLICANT_WITHDRAWN | admin.pending-recruitment | applicant | Hal Holt | stage: "HIRED" → "WITHDRAWN"',
  ],
  'peopleImport.startImport': ['IMPORT_STARTED | admin.active-users | peopleImport | people.csv'],
  'peopleImport.undoImport': ['IMPORT_UNDONE | admin.active-users | peopleImport | people.csv'],
  'peopleKeeping.invitePerson': ['PERSON_INVITED | admin.active-users | person | bob'],
  'peopleKeeping.liftSuspension': [
    'SUSPENSION_LIFTED | admin.active-users | person | bob | status: "SUSPENDED" → "ACTIVE"',
  ],
  'peopleKeeping.newPerson': [
    'PERSON_CREATED | admin.active-users | person | Nia North | userName: null → "nia.north", displayName: null → "Nia North", email: null → "nia@mail.example", 4 more',
  ],
  'peopleKeeping.suspendPerson': [
    'PERSON_SUSPENDED | admin.active-users | person | bob | status: "ACTIVE" → "SUSPENDED" | Under investigation',
  ],
  'peopleKeeping.updatePerson': [
    'PERSON_CHANGED | admin.active-users | person | Nia North | userName: "bob" → "nia.north", displayName: "bob" → "Nia North", email: "bob@mail.example" → "nia@mail.example", 1 more',
  ],
  'activityReport.getActivitySession': [
    'ACTIVITY_SESSION_READ | resource.activity-report | activitySession | bob',
  ],
  'activityReport.activityReportFile': [
    'EXPORTED | resource.activity-report | activityReport | Activity report | filters: null → {"from":"2026-05-04","to":"2026-05-04","…, rows: null → 1',
  ],
  'performance.personCatiReport': ['CATI_REPORT_READ | supervisor.performance | person | bob'],
  'performance.removeTarget': [
    'TARGET_REMOVED | resource.performance.set-up-kpis | target | 5 completes a day',
  ],
  'performance.retireKpi': ['KPI_RETIRED | resource.performance.set-up-kpis | kpi | Strike'],
  'performance.saveKpi': [
    'KPI_ADDED | resource.performance.set-up-kpis | kpi | Index | code: null → "", name: null → "Index", measure: null → "index", 8 more',
  ],
  'performance.setTarget': [
    'TARGET_SET | supervisor.performance | target | bob | value: null → 5, period: null → "DAY", from: null → "2026-05-04", 1 more',
  ],
  'performance.withdrawTarget': ['TARGET_REMOVED | supervisor.performance | target | 5 completes a day'],
  'performance.restoreTarget': ['TARGET_RESTORED | supervisor.performance | target | 5 completes a day'],
  'permissions.grantPermissions': [
    'PERMISSIONS_GRANTED | admin.active-users | person | bob | CAN_USE_VAULT: false → true | Stands in',
  ],
  'permissions.refusePermissions': [
    'PERMISSIONS_REFUSED | admin.active-users | person | bob | CAN_USE_TODO: false → false | Asked for it',
  ],
  'permissions.revokePermissions': [
    'PERMISSIONS_REVOKED | admin.active-users | person | bob | GENERAL_CAN_USE_TEAM_CHAT: true → null',
  ],
  'personSkills.declineSkill': [
    'PERSON_SKILL_DECLINED | admin.active-users | person | bob | skill: "Welsh" → null',
  ],
  'personSkills.removePersonSkill': [
    'PERSON_SKILL_REMOVED | admin.active-users | person | ann | skill: "Polish" → null',
  ],
  'personSkills.savePersonSkill': [
    'PERSON_SKILL_ADDED | admin.active-users | person | bob | skill: null → "Welsh", level: null → "GOOD", since: null → "2026-05-01", 2 more',
  ],
  'plannedUsers.getPlannedPerson': ['PERSON_READ | resource.users | person | bob'],
  'plannedUsers.saveCoreHours': [
    'PERSON_CHANGED | resource.users | person | bob | coreHours: "" → "Mon–Fri 09:00–17:00"',
  ],
  'plannedUsers.setEligible': [
    'PERSON_ELIGIBLE_CHANGED | resource.users | person | bob | Rail 100% Tracker: false → true',
  ],
  'teamUsers.getTeamPerson': ['PERSON_READ | supervisor.users | person | bob'],
  'teamUsers.moveTeamPerson': ['PERSON_CHANGED | supervisor.users | person | bob | area: null → "Northern"'],
  'teamUsers.proposeSkill': [
    'PERSON_SKILL_PROPOSED | supervisor.users | person | bob | skill: null → "Welsh" | Speaks it',
  ],
  'teamUsers.teamPersonWork': ['PERSON_READ | supervisor.users | person | bob'],
  'privacy.cancelErasure': ['ERASURE_CANCELLED | admin.active-users | person | bob'],
  'privacy.exportMine': ['PERSON_EXPORTED | admin.active-users | person | ann'],
  'privacy.requestExport': ['PERSON_EXPORTED | admin.active-users | person | bob |  | They asked'],
  'publicPages.answerOffer': [
    'APPLICANT_OFFER_DECLINED | recruitment.users | applicant | Otto Orr |  |  | by null',
  ],
  'publicPages.sendApplication': [
    'APPLICANT_APPLIED | recruitment.users | applicant | Ned New | stage: null → "NEW" | Telephone interviewer, Leeds | by null',
  ],
  'qc.acknowledgeReview': [
    'QC_REVIEW_ACKNOWLEDGED | tracker.my-quality | qcReview | ann, Rail 100% Tracker |  | Thank you',
  ],
  'qc.activateForm': ['QC_FORM_ACTIVATED | supervisor.quality | qcForm | Live call | version: null → 2'],
  'qc.disputeReview': [
    'QC_REVIEW_DISPUTED | tracker.my-quality | qcReview | ann, Rail 100% Tracker |  | I did read each question aloud',
  ],
  'qc.getReview': ['QC_REVIEW_READ | supervisor.quality | qcReview | bob'],
  'qc.newCalibration': [
    'QC_CALIBRATION_CREATED | supervisor.quality | qcCalibration | bob, Rail 100% Tracker | reviewers: null → [1,90]',
  ],
  'qc.resolveReview': [
    'QC_REVIEW_RESOLVED | supervisor.quality | qcReview | bob, Rail 100% Tracker | decision: null → "CHANGE" | The recording says so quite clearly',
  ],
  'qc.retireForm': ['QC_FORM_RETIRED | supervisor.quality | qcForm | Live call | version: 1 → null'],
  'qc.saveForm': ['QC_FORM_CHANGED | supervisor.quality | qcForm | Live call'],
  'qc.saveQcProject': [
    'PROJECT_QUALITY_CHANGED | supervisor.quality | project | Rail 100% Tracker | monitoringConsent: "ANNOUNCED" → "ASKED", qcFormID: null → 1',
  ],
  'qc.startListen': ['QC_LISTEN_STARTED | supervisor.quality | qcReview | bob, Rail 100% Tracker'],
  'qc.submitReview': [
    'QC_REVIEW_SUBMITTED | supervisor.quality | qcReview | bob, Rail 100% Tracker | score: null → 100, outcome: null → "PASS"',
  ],
  'qc.voidReview': [
    'QC_REVIEW_VOIDED | supervisor.quality | qcReview | bob, Rail 100% Tracker | state: "DISPUTED" → "VOID" | Reviewed by mistake',
  ],
  'reports.deleteReport': ['REPORT_DELETED | admin.report-builder | report | People'],
  'reports.downloadReport': [
    'REPORT_EXPORTED | admin.report-builder | report | People | filters: null → [], rows: null → 1, columns: null → ["Status","User name","Number of records…',
  ],
  'powerReport.deletePowerReport': ['REPORT_DELETED | tracker.power-report | report | Completes'],
  'powerReport.powerReportFile': [
    'EXPORTED | tracker.power-report | report | Power report | filters: null → [], rows: null → 1, columns: null → ["Person","Total: Completes"]',
  ],
  'powerReport.endOfShiftFile': [
    'EXPORTED | supervisor.reports | report | End of shift: My team, 2026-05-04 | rows: null → 8, columns: null → ["Part","What","Value","Target"]',
  ],
  'powerReport.savePowerReport': [
    'REPORT_CHANGED | tracker.power-report | report | All completes | name: "Completes" → "All completes", definition: {"source":"INTERVIEWS","rows":["PERSON"]… → {"source":"INTERVIEWS","rows":["PERSON"]…',
  ],
  'powerReport.schedulePowerReport': [
    'REPORT_SCHEDULED | tracker.power-report | report | Completes | schedule: null → {"every":"WEEK","day":1,"at":"08:00","re…',
  ],
  'powerReport.sharePowerReport': [
    'REPORT_CHANGED | tracker.power-report | report | Completes | isShared: false → true',
  ],
  'reports.runReport': ['REPORT_RAN | admin.report-builder | report | People'],
  'reports.saveReport': [
    'REPORT_CHANGED | admin.report-builder | report | All people | name: "People" → "All people", roleIDs: [] → [1]',
  ],
  'reports.scheduleReport': [
    'REPORT_SCHEDULED | admin.report-builder | report | People | schedule: null → {"every":"WEEK","day":1,"at":"08:00","fo…',
  ],
  'resourceLeavers.endLeaverPlan': ['LEAVER_PLAN_ENDED | resource.leavers | person | bob'],
  'resourceLeavers.offerLeaverShifts': [
    'LEAVER_SHIFTS_CANCELLED | resource.leavers | person | bob |  | Bob leaves',
  ],
  'retention.liftHold': ['LEGAL_HOLD_LIFTED | admin.configuration.settings | legalHold | Tribunal'],
  'retention.placeHold': ['LEGAL_HOLD_PLACED | admin.configuration.settings | legalHold | ann |  | Tribunal'],
  'roles.assignRoles': [
    'ROLES_ASSIGNED | admin.active-users.roles | person | bob | roles: ["Desk"] → ["Desk","Spare"]',
  ],
  'roles.deleteRole': ['ROLE_DELETED | admin.active-users.roles | role | Spare'],
  'roles.restoreBuiltInRole': [
    'ROLE_RESTORED | admin.active-users.roles | role | Trainer | description: "" → "Trains people, and runs quests and game…, defaultUserTypes: "" → "TRAINER", ITRACKER_CAN_SEE_MODULE: false → true, 67 more',
  ],
  'roles.saveRole': [
    'ROLE_ADDED | admin.active-users.roles | role | Night desk | name: null → "Night desk", description: null → "", copyOf: null → "Spare", 1 more',
  ],
  'roles.saveRolePermissions': [
    'ROLE_CHANGED | admin.active-users.roles | role | Spare | CAN_USE_TODO: false → true, CAN_USE_FAQ: true → false',
  ],
  'session.endSessions': ['SESSIONS_ENDED | admin.active-users | person | bob'],
  'session.pairCompanion': [
    'COMPANION_PAIRED | admin.active-users | person | bob | deviceID: null → "device-2"',
  ],
  'session.unpairCompanion': ['COMPANION_UNPAIRED | admin.active-users | person | bob'],
  'shiftPatterns.assignPattern': ['PATTERN_GIVEN | resource.shifts.shift-patterns | shiftPattern | Evenings'],
  'shiftPatterns.retirePattern': [
    'PATTERN_RETIRED | resource.shifts.shift-patterns | shiftPattern | Evenings',
  ],
  'shiftPatterns.savePattern': ['PATTERN_ADDED | resource.shifts.shift-patterns | shiftPattern | Mornings'],
  'shiftRequests.answerShiftRequest': [
    'SHIFT_REQUEST_ACCEPTED | resource.shifts.shift-requests | shiftRequest | Give: bob',
  ],
  'shiftRequests.decideShiftRequest': [
    'SHIFT_CANCELLED | resource.shifts.shift-requests | shift | 5 May, 13:00–17:00 |  | School run',
    'SHIFT_REQUEST_APPROVED | resource.shifts.shift-requests | shiftRequest | Drop: bob',
  ],
  'shiftRequests.newShiftRequest': [
    'SHIFT_REQUEST_ADDED | resource.shifts.shift-requests | shiftRequest | Drop: ann |  | School run',
  ],
  'shiftRequests.offerCover': [
    'SHIFT_COVER_ASKED | resource.shifts.shift-requests | shiftRequest | Drop: bob',
  ],
  'shiftRequests.proposeShiftTimes': [
    'SHIFT_OFFERED | resource.shifts.shift-requests | shift | 6 May, 14:00–18:00',
    'SHIFT_REQUEST_DECLINED | resource.shifts.shift-requests | shiftRequest | Other times: bob |  | 6 May, 14:00–18:00 is proposed instead.',
  ],
  'shifts.answerShift': ['SHIFT_AGREED | tracker.my-calendar | shift | 5 May, 13:00–17:00'],
  'shifts.deleteShifts': [
    'SHIFT_REMOVED | resource.planner | shift | 5 May, 13:00–17:00 | isCancelled: false → true',
  ],
  'briefs.saveProjectBrief': [
    'PROJECT_BRIEF_SAVED | resource.reports.project-advisory | project | Office | brief: "" → "Ask for the buyer.", isRequired: false → true',
  ],
  'advisory.setProjectStatus': [
    'PROJECT_STATUS_CHANGED | resource.reports.project-advisory | project | Rail 100% Tracker | status: "LIVE" → "PAUSED"',
  ],
  'hypervisor.boostProject': [
    'PROJECT_BOOSTED | resource.power-resourcing.hypervisor | project | Rail 100% Tracker | boostedUntil: null → "2026-05-04T13:00:00.000Z"',
  ],
  'hypervisor.moveOnHypervisor': [
    'ALLOCATION_MOVED | resource.power-resourcing.hypervisor | person | bob | project: null → "Rail 100% Tracker"',
  ],
  'allocation.saveAllocations': [
    'ALLOCATION_DRAFTED | resource.power-resourcing.allocation | person | 5 May, 13:00–14:00 Rail 100% Tracker',
  ],
  'shifts.newShifts': ['SHIFT_ADDED | resource.planner | shift | 5 May, 13:00–17:00'],
  'shifts.splitShift': [
    'SHIFT_SPLIT | resource.planner | shift | 5 May, 13:00–15:00 | end: "2026-05-05T16:00:00.000Z" → "2026-05-05T14:00:00.000Z"',
    'SHIFT_ADDED | resource.planner | shift | 5 May, 15:00–17:00',
  ],
  'shifts.updateShifts': [
    'SHIFT_CHANGED | resource.planner | shift | 5 May, 13:00–17:00 | note: "" → "Bring the headset"',
  ],
  'skills.deactivateSkill': ['SKILL_DEACTIVATED | admin.configuration.skills | skill | Welsh'],
  'skills.mergeSkills': [
    'SKILL_MERGED | admin.configuration.skills | skill | Welsh | into: "Welsh" → "Polish"',
  ],
  'skills.saveSkill': ['SKILL_CHANGED | admin.configuration.skills | skill | Urdu | name: "Welsh" → "Urdu"'],
  'systemFlags.acknowledgeFlag': [
    'SYSTEM_FLAG_ACKNOWLEDGED | support.system-flags | systemFlag | Mail is not set up',
  ],
  'systemFlags.clearFlag': ['SYSTEM_FLAG_CLEARED | support.system-flags | systemFlag | Mail is not set up'],
  'systemFlags.raiseFlag': [
    'SYSTEM_FLAG_RAISED | support.system-flags | systemFlag | Dialler is down |  | Nobody can dial.',
  ],
  'tenant.changeTenantAddress': ['TENANT_ADDRESS_CHANGED | admin.tenant | tenant | Northgate Research'],
  'tenant.publishLegal': ['LEGAL_PUBLISHED | admin.tenant | legalText | Privacy policy: Terms'],
  'tenant.saveCompanyPicture': [
    'TENANT_PICTURE_SAVED | admin.tenant | tenant | Logo | LOGO: null → "4c4b6a3be1314ab86138bef4314dde02"',
  ],
  'tenant.saveLegalDraft': ['LEGAL_DRAFT_SAVED | admin.tenant | legalText | User agreement: Agreement'],
  'tenant.updateTenant': ['TENANT_CHANGED | admin.tenant | tenant | Northgate Research'],
  'uiLabels.updateUiLabels': [
    'SETTING_CHANGED | admin.configuration.settings | setting | Names in the menu | words.menuLabels: null → {"navigation.tracker":"My work"}',
  ],
  'vault.openVaultForPerson': ['VAULT_OPENED_BY_COMPANY |  | person | bob |  | Lost both'],
  'vault.saveVaultKeysForPerson': ['VAULT_PRINTED_KEY_MADE_BY_COMPANY |  | person | bob'],
  'vault.setVaultCompanyKey': [
    'VAULT_COMPANY_KEY_SET |  | vaultCompanyKey |  | publicKey: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA… → "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB…',
  ],
}
