import { ACCESS_TEXT } from '../../domain/account-access.ts'
import { BOOKING_TEXT } from '../../domain/booking.ts'
import { CALENDAR_TEXT } from '../../domain/calendar.ts'
import { MARK_UNREAD_REFUSED } from '../../domain/chat.ts'
import { FILE_NOT_AVAILABLE, tooBigText } from '../../domain/chat-files.ts'
import { CHECKLIST_TEXT } from '../../domain/checklist.ts'
import { DOCUMENT_TEXT } from '../../domain/documents.ts'
import { DOCUMENT_TEXT as EXPENSE_TEXT } from '../../domain/expense-document.ts'
import { HTTP_TEXT } from '../../domain/http-errors.ts'
import { LEAVING_TEXT } from '../../domain/leaving.ts'
import { numberText } from '../../domain/locale.ts'
import { LOGO_TEXT } from '../../domain/logo.ts'
import { PASSWORD_TEXT } from '../../domain/password-rule.ts'
import { IMPORT_TEXT } from '../../domain/people-import.ts'
import { PROFILE_TEXT } from '../../domain/profile.ts'
import { PICTURE_TEXT } from '../../domain/profile-picture.ts'
import { changedByOther } from '../../domain/records.ts'
import { clockAt, sentBefore } from '../../domain/remote-command-words.ts'
import { SETUP_TEXT } from '../../domain/setup.ts'
import { SHIFT_TEXT } from '../../domain/shifts.ts'
import { SSO_TEXT } from '../../domain/single-sign-on.ts'
import { mandatoryMissing, TASK_TEXT, taskChangedMeanwhile } from '../../domain/tasks.ts'
import {
  belongsTo,
  changedMeanwhile,
  mergedInto,
  resolvedMeanwhile,
  TICKET_TEXT,
} from '../../domain/tickets.ts'

/** In place of a name that isn't known. */
const SOMEBODY = 'somebody'

interface Most {
  readonly max: number
}
interface Least {
  readonly min: number
}
interface Days {
  readonly days: number
}
interface OneActivity {
  readonly activity: string
}
interface OneProject {
  readonly project: string
}
interface OneValue {
  readonly value: string
}
interface OnePermission {
  readonly permission: string
}
interface NameAndPermission extends OnePermission {
  readonly name: string
}
interface AboutQuestion {
  readonly question: string
}
interface ByPerson {
  /** Null where it isn't known. */
  readonly name: string | null
}
interface TicketByPerson extends ByPerson {
  readonly ticketID: number
}

/**
 * Every reason for a refusal, in the words that are sent as its `value` (spec 1 §8). A function's argument is
 * sent along as `params`.
 */
export const refusals = {
  /** Not for people: clients compare with this literal and show '{url} - Access denied' (spec 1 §8). */
  accessDenied: 'access denied',

  'request.faults': ({ faults }: { readonly faults: string }) => faults,
  'request.unreadable': 'The request could not be read.',
  'request.late': 'The request took too long to arrive.',
  'request.tooLarge': 'The request is too large.',
  'request.addressTooLong': 'The address of the request is too long.',
  'request.notJSONType': 'The body of a request must be JSON, with Content-Type application/json.',
  'request.headersTooLarge': 'The headers of the request are too large.',
  'request.notJSON': 'The body of the request is not valid JSON.',
  'request.notAForm': 'The body of this request must be a form, with Content-Type multipart/form-data.',
  'request.brokenForm': 'The form could not be read.',
  'request.badKey': ({ max }: Most) => `An Idempotency-Key has 1 to ${max} printable ASCII characters.`,
  'request.keyReused': 'This Idempotency-Key was used for another request.',
  'request.untrustedHost': 'This address is not one of this installation.',
  'request.noSuchCall': 'There is no such call.',
  'request.noSuchPage': 'There is no such page.',
  'server.fault': HTTP_TEXT.contactSupport,
  'server.diskFull': 'The server has no room left to store anything. Please contact support.',
  'server.filesAway': 'Files can’t be stored or opened at the moment. Please try again in a few minutes.',
  'server.databaseAway': HTTP_TEXT.busy,

  'signIn.notRight': 'The user name or password is not right.',
  'signIn.ended': 'This sign-in has ended. Please start again.',
  'signIn.blank': "User Name & Password can't be empty",
  'signIn.noUserName': 'Please include a valid username',
  'signIn.codeNotRight': 'That code is not right, or too old. Please try again with the next one.',
  'signIn.codeUsed': 'That code has been used. Please wait for the next one.',
  'signIn.linkNotConfirmed': 'The link of this sign-in was not confirmed. Please start again.',
  'signIn.renewedAlready': 'This session was renewed already.',
  'signIn.tooManyAttempts': HTTP_TEXT.tooManyFailed,
  'signIn.notPaired': 'This device is not paired with anybody. Please sign in, or ask the service desk.',
  'signIn.linkNoGood': 'This link was used already, is too old or is not complete.',
  'signIn.changePassword': 'Please choose a password of your own.',
  'signIn.mustEnrol': 'Please set up two-factor sign-in first.',
  'signIn.temporaryOver': 'This temporary password has ended. Please contact support.',
  'signIn.samePassword': 'Please choose a password that is not the present one.',
  'signIn.blankPassword': 'A password has more than blanks.',
  'signIn.mobileCodeNoGood': 'This code was used already or is too old. Show a new one and try again.',
  'session.invalidMobile': 'Access denied: Invalid mobile session',
  'session.nobody': 'Nobody is signed in.',
  'session.pairedElsewhere': 'This device is paired with somebody else.',
  'oauth.noApp': 'There is no such app. Nothing was allowed.',
  'oauth.noRedirect': 'The app wants to be answered at an address that is not its own. Nothing was allowed.',
  'oauth.appChanged': 'Somebody else changed this app meanwhile. Look at it again, then change it.',
  'oauth.noSecret': 'This app keeps no secret.',
  'oauth.noGrant': 'This access has ended already.',
  'oauth.scopeMissing': 'The person did not allow the app to do this.',
  'twoFactor.required': 'Your organisation asks for two-factor sign-in, so it can’t be turned off.',
  'twoFactor.passwordNotRight': 'The password is not right.',

  'apiKey.address': 'This API key may not be used from this address.',
  'apiKey.scope': 'This API key is not for this.',
  'apiKey.permission': ({ call }: { readonly call: string }) => `This key may not use ${call}.`,
  'apiKey.byKey': 'API keys are made by people, not by other keys.',
  'apiKey.expired': 'The key would have expired already.',
  'apiKey.nothing': 'Choose what the key may do.',
  'apiKey.scimOnly': 'A key for SCIM has no permissions of its own.',
  'apiKey.tooLong': ({ days }: Days) => `An API key is good for ${days} days at most.`,
  'apiKey.ownerLacks': ({ name, permission }: NameAndPermission) => `${name} may not do ${permission}.`,
  'apiKey.youLack': ({ permission }: OnePermission) =>
    `You cannot give a key what you may not do yourself: ${permission}.`,
  'apiKey.unknown': 'Unknown API key',
  'data.tooManyRecords': ({ max }: Most) => `At most ${numberText(max)} records a call.`,
  'data.tooOften': ({ max }: Most) => `At most ${max} calls a minute.`,
  'data.project': ({ code }: { readonly code: string }) => `Unknown project ${code}.`,
  'data.person': ({ value }: OneValue) => `Unknown person ${value}.`,
  'data.outcome': ({ value }: OneValue) => `Unknown outcome ${value}.`,
  'data.cell': ({ value }: OneValue) => `Unknown quota cell ${value}.`,
  'data.contactDetail': 'respondentRef must not be a telephone number or e-mail address.',
  'data.endBeforeStart': 'The end has to be after the start.',
  'data.noEnd': 'An end or a duration is needed.',
  'data.tooLong': 'An interview lasts 4 hours at most.',
  'data.ahead': 'This is more than 5 minutes in the future.',
  'data.noAppointmentTime': 'An appointment needs its time.',
  'data.undoLate': 'An import can be undone for 24 hours.',
  'data.notUndoable': 'Only interview records can be undone.',
  'report.badTime': 'A report is about 2 years at most, its last day not before its first.',
  'adaptor.monthlyLimit': ({ what }: { readonly what: string }) => `The monthly limit of ${what} is reached.`,
  'adaptor.noKeyFile': 'This is not the key file of a service account, as JSON.',
  'adaptor.secretAgain': 'Type the password again: it was set for another server or user.',
  'adaptor.oneSmtp': 'There is an SMTP adaptor already.',
  'adaptor.oneOfKind': 'There is one of this kind already.',
  'adaptor.noSuchSecret': 'This kind of adaptor has no such secret.',
  'adaptor.secretMissing': 'It needs its secret before it can be switched on.',
  'webhook.secretShort': ({ min }: Least) => `A webhook’s secret has at least ${min} characters.`,
  'webhook.notOver': 'This delivery is not over yet.',
  'inbound.signature': 'The signature is wrong.',
  'inbound.token': 'The verify token is wrong.',
  'sso.notSetUp': SSO_TEXT.notSetUp,
  'sso.unavailable': SSO_TEXT.unavailable,
  'sso.refused': 'The sign-in could not be checked. Please begin again.',
  'sso.only': 'Please sign in with single sign-on.',
  'sso.tenantsMissing': 'An issuer of many tenants needs the list of those that may sign in.',
  'mail.notWaiting': 'This mail does not wait any more.',
  'mail.textGone': 'The text of this mail is not kept any more, so it cannot be sent again.',
  'mail.linkOver': 'The link in this mail has ended, so it is of no use any more.',
  'service.running': 'This service is running.',
  'service.paused': 'This service is paused.',
  'service.pauseOver': 'The pause would be over already.',
  'setup.notYet': SETUP_TEXT.notYet,
  'setup.done': SETUP_TEXT.done,
  'setup.wrongCode': SETUP_TEXT.wrongCode,
  'logo.size': LOGO_TEXT.size,
  'logo.type': LOGO_TEXT.type,
  'logo.scripts': LOGO_TEXT.scripts,
  'logo.photoSize': LOGO_TEXT.photoSize,
  'logo.photoType': LOGO_TEXT.photoType,
  'password.short': ({ min }: { readonly min: number }) => `A password has at least ${min} characters.`,
  'password.common': PASSWORD_TEXT.common,
  'password.like': PASSWORD_TEXT.like,

  'person.unknown': 'There is nobody with this id.',
  'person.someUnknown': 'Somebody of these people is not there.',
  'person.away': 'No window of this person is open.',
  'permission.lastGranter': 'At least one active person must be able to grant permissions.',
  'permission.unknownAbility': 'There is nothing of this name to ask about.',
  'activity.notYours': ({ activity }: OneActivity) => `You have no permission to choose ${activity}.`,
  'activity.noProject': 'Choose a project.',
  'activity.needsTicket': 'Choose the ticket that stops you.',
  'activity.already': ({ activity }: OneActivity) => `You are already on ${activity}.`,
  'activity.planned': ({ project }: OneProject) => `You are planned on ${project}.`,
  'activity.notLive': ({ project }: OneProject) => `You can’t work on ${project} now.`,
  'activity.held': ({ at }: { readonly at: string }) =>
    `Your supervisor has set your activity until ${clockAt(at)}.`,
  'override.noReason': 'Give a reason of at least 3 characters.',
  'override.self': 'You change your own activity on Tracker › Home.',
  'override.noShift': ({ name }: { readonly name: string }) => `${name} has no running shift.`,
  'override.none': ({ name }: { readonly name: string }) => `Nobody set the activity of ${name}.`,
  'activity.undoOver': 'This can’t be taken back any more.',
  'shift.notYet': ({ time }: { readonly time: string }) => `Your shift starts at ${time}.`,
  'shift.over': 'Your shift is over.',
  'shift.without': 'You have no shift now. Tell your supervisor why you start.',
  'shift.notWithout': 'Your contract has no work without a shift.',
  'shift.location': 'Say where you work.',
  'attendance.tooOld': ({ date }: { readonly date: string }) => `This can be corrected until ${date} only.`,
  'attendance.locked': 'This day is locked for pay.',
  'attendance.own': 'Somebody else has to approve your own day.',
  'attendance.notOver': 'This day isn’t over yet.',
  'attendance.times': 'The end has to come after the start, and both have to be past.',
  'attendance.runs': 'This still goes on. It can be corrected once it has ended.',
  'record.cannot': ({
    record,
    state,
    action,
  }: {
    readonly record: string
    readonly state: string
    readonly action: string
  }) => `${record} is ${state} and can’t be ${action}.`,
  'shift.length': SHIFT_TEXT.length,
  'shift.noBreak': SHIFT_TEXT.noBreak,
  'shift.notEmployed': ({ name }: { readonly name: string }) => `${name} is not employed then.`,
  'shift.agencySuspended': ({ agency }: { readonly agency: string }) => `${agency} is suspended.`,
  'shift.agencyEnded': ({ agency }: { readonly agency: string }) => `${agency} is ended.`,
  'shift.onboarding': ({ task }: { readonly task: string }) => `Onboarding is not finished: ${task}.`,
  'shift.skill': ({ name, skill }: { readonly name: string; readonly skill: string }) =>
    `${name} lacks the skill ${skill}.`,
  'contract.underMinimum': ({ rate }: { readonly rate: string }) =>
    `The rate is under the minimum of £${rate}.`,
  'contract.people': ({ people }: { readonly people: number }) =>
    people === 1 ? '1 person has this contract type.' : `${people} people have this contract type.`,
  'contract.rates': 'Agency rates go by this contract type.',
  'contract.hours': 'The weekly hours end before they begin.',
  'contract.past': 'A change begins today or later: what earlier days are paid by stays.',
  'rate.overlaps': ({ date }: { readonly date: string }) => `Another rate covers ${date}.`,
  'rate.used': 'An approved pay line goes by this rate: it can only be ended.',
  'rate.usedUntil': ({ date }: { readonly date: string }) => `Pay of ${date} goes by this rate.`,
  'rate.past': 'Other figures begin on a later day: what was claimed by this rate stays.',
  'expense.noRate': ({ date }: { readonly date: string }) => `No rate holds on ${date}.`,
  'expense.notConfirmed': 'Finance has not confirmed this rate yet.',
  'expense.confirmed': 'This rate is confirmed already.',
  'applicant.noContact': 'An e-mail address or a mobile number is needed.',
  'applicant.agencyNeeded': 'Say which agency they come from.',
  'applicant.agencyNotNeeded': 'Only who comes from an agency has one.',
  'applicant.known': ({ name }: { readonly name: string }) =>
    `${name} has this address or number, and is on the way already.`,
  'applicant.rightToWork': 'The right to work was not checked.',
  'applicant.started': ({ name }: { readonly name: string }) => `${name} isn’t waiting to start any more.`,
  'onboarding.own': 'Somebody else has to decide on your own document.',
  'onboarding.notWaiting': 'Nothing waits for approval here.',
  'onboarding.sayWhy': 'Say why, in 3 characters or more.',
  'onboarding.theirs': 'This is for the person to do.',
  'onboarding.notOpen': 'This task isn’t open any more.',
  'area.insideItself': 'An area cannot be inside itself.',
  'area.people': ({ people }: { readonly people: number }) =>
    people === 1 ? '1 person belongs to this area.' : `${people} people belong to this area.`,
  'area.areasInside': 'Move or deactivate the areas inside it first.',
  'area.inactive': ({ area }: { readonly area: string }) => `${area} is not active.`,
  'shift.areaClosed': ({ area, date }: { readonly area: string; readonly date: string }) =>
    `${area} is closed on ${date}.`,
  'agency.workers': ({ workers }: { readonly workers: number }) =>
    workers === 1 ? '1 worker is still active.' : `${workers} workers are still active.`,
  'role.gone': 'There is no such role.',
  'role.protected': 'Administrator keeps what lets people grant permissions.',
  'role.builtIn': 'A built-in role stays. It can be put back to how it came.',
  'role.notBuiltIn': 'Only a built-in role can be put back to how it came.',
  'role.people': ({ people }: { readonly people: number }) =>
    people === 1 ? '1 person has this role.' : `${people} people have this role.`,
  'role.atLeastOne': 'Everybody has at least one role.',
  'permission.endsPast': 'The end has to be in the future.',
  'person.userName': 'A user name has 3 to 60 letters, digits, dots, underscores, hyphens or @.',
  'person.nameTaken': 'This user name is taken.',
  'person.displayName': 'A display name is needed.',
  'person.email': 'This is not an e-mail address.',
  'person.emailTaken': ({ name }: { readonly name: string }) => `This address belongs to ${name}.`,
  'person.payrollTaken': ({ name }: { readonly name: string }) => `This payroll number belongs to ${name}.`,
  'person.managerGone': 'This manager does not work here.',
  'person.ownManager': ({ name }: { readonly name: string }) => `That would make ${name} their own manager.`,
  'person.noArea': 'Everybody belongs to an area.',
  'person.areaGone': 'There is no such active area.',
  'person.contractGone': 'There is no such contract type.',
  'person.agencyGone': 'There is no such agency, or it has ended.',
  'person.agencyNeeded': 'An agency contract needs an agency.',
  'person.agencyNotNeeded': 'Only agency contracts have an agency.',
  'person.weeklyHours': ({ max }: Most) => `Weekly hours are between 0 and ${max}.`,
  'person.day': 'This is not a day.',
  'person.leaveBeforeStart': 'The leave date is before the start date.',
  'person.skillGone': 'There is no such active skill.',
  'person.rolesByGrantor': 'Only somebody who may grant permissions changes roles.',
  'person.roleBeyond': 'You cannot give a role that may do more than you.',
  'person.agentsOnly': 'You can add interviewers with the role Interviewer, and nobody else.',
  'person.invitationEmail': 'An invitation needs an e-mail address.',
  'person.invitationActive': 'Only active people who sign in with a password are invited.',
  'person.suspendSelf': 'You cannot suspend yourself.',
  'person.notActive': 'Only active people are suspended.',
  'person.notSuspended': 'This person is not suspended.',
  'person.untilPast': 'The suspension would be over already.',
  'person.skillEvidence': ({ name }: { readonly name: string }) =>
    `${name} needs a certificate: say which as evidence.`,
  'person.skillExpires': 'The skill expires before it begins.',
  'credential.noUserName': 'A user name is missing.',
  'credential.oneLine': 'This is more than one line.',
  'credential.notThere': ({ name, tool }: { readonly name: string; readonly tool: string }) =>
    `${name} has no credentials for ${tool}, and none are added.`,
  'credential.noPassword': 'A password is missing.',
  'credential.noAddress': 'The address of the dialler is missing.',
  'credential.passwordAgain': 'Type the password again: it is kept for another address.',
  'credential.otherTool': 'An entry stays with its tool. Make another one.',
  'credential.there': ({ name, tool }: { readonly name: string; readonly tool: string }) =>
    `${name} has credentials for ${tool} already.`,
  'credential.enough': ({ max }: Most) => `There are ${max} VPN entries at most.`,
  'import.tooLarge': IMPORT_TEXT.tooLarge,
  'import.tooMany': IMPORT_TEXT.tooMany,
  'import.notAFile': IMPORT_TEXT.notAFile,
  'import.empty': IMPORT_TEXT.empty,
  'import.noKey': 'The key is missing in this row.',
  'import.twice': 'This key stands more than once in the file.',
  'import.left': 'This person has left. Reinstate them first.',
  'import.exists': 'They are here already, and stay as they are.',
  'import.notThere': 'They are not here, and are not added.',
  'import.unknown': ({ label, name }: { readonly label: string; readonly name: string }) =>
    `There is no ${label} ‘${name}’.`,
  'import.tooLong': ({ max }: Most) => `This is longer than ${max} characters.`,
  'import.notANumber': 'This is not a number.',
  'import.yesNo': 'This is neither Yes nor No.',
  'import.managerFails': ({ row }: { readonly row: number }) => `Their manager’s row ${row} fails.`,
  'import.keyColumn': 'No column holds the key.',
  'import.columnTwice': 'Two columns are matched to the same field.',
  'import.outdated': 'The dry run is out of date. Run it again.',
  'import.notChecked': 'A dry run comes first.',
  'import.errors': ({ rows }: { readonly rows: number }) =>
    rows === 1
      ? '1 row has an error, so nothing is imported.'
      : `${rows} rows have errors, so nothing is imported.`,
  'import.notRunning': 'This import is not running.',
  'import.running': 'This import is running.',
  'import.undoOver': 'An import can be undone for 24 hours after it ended.',
  'invitation.agreementChanged': 'The agreement has changed meanwhile. Please read it again.',
  'signIn.locked': ACCESS_TEXT.locked,
  'signIn.deviceNotAllowed': ACCESS_TEXT.deviceNotAllowed,
  'account.lockSelf': 'You cannot lock yourself.',
  'account.locked': 'This account is locked already.',
  'account.notLocked': 'This account is not locked.',
  'account.notActive': 'Only active people get a new password.',
  'account.noPassword': 'This person signs in by single sign-on only.',
  'account.noEmail': 'This person has no e-mail address. Give them a temporary password.',
  'account.noTwoFactor': 'This person has not set up two-factor sign-in.',
  'account.sessionOver': 'This session has ended already.',
  'device.heldBy': ({ name }: { readonly name: string }) => `This device is paired with ${name}.`,
  'device.excludedAlready': 'This device is excluded already.',
  'device.notExcluded': 'This device is not excluded.',
  'leaver.self': LEAVING_TEXT.self,
  'leaver.erased': LEAVING_TEXT.erased,
  'leaver.gone': ({ name }: { readonly name: string }) => `${name} has left already.`,
  'leaver.isHere': ({ name }: { readonly name: string }) => `${name} works here already.`,
  'leaver.roleNew': 'Only roles that they held before come back with them.',
  'leaver.noHolder': ({ open }: { readonly open: number }) => LEAVING_TEXT.noHolder(open),
  'leaver.badHolder': 'Choose somebody who works here to take over.',
  'leaver.planned': ({ day }: { readonly day: string }) => `They leave on ${day} already. Cancel that first.`,
  'leaver.notPlanned': 'They are not about to leave.',
  'person.mayDoMore': 'You cannot change somebody who may do more than you.',
  'picture.type': PICTURE_TEXT.type,
  'profile.full': ({ max }: Most) => `You can have ${max} contact details at most.`,
  'profile.gone': PROFILE_TEXT.gone,
  'profile.decided': PROFILE_TEXT.decided,
  'profile.asked': PROFILE_TEXT.asked,
  'profile.same': PROFILE_TEXT.same,
  'profile.taken': PROFILE_TEXT.taken,
  'profile.notOwn': 'Somebody else has to decide this.',
  'mood.notYours': 'You can only say how you feel yourself.',
  'tenant.demo': 'The demo company can’t be changed.',
  'tenant.originSaid': 'The server’s command line says the public address. Change it there.',
  'licence.notValid': 'This licence is not valid for this installation.',
  'licence.over': ({ day }: { readonly day: string }) => `This licence ended on ${day}.`,
  'experimental.past': 'The last day is in the past. Choose a later one, or none.',
  'legal.newer': 'A newer version was published meanwhile. Please read that one.',
  'setting.unknown': ({ key }: { readonly key: string }) => `There is no setting called '${key}'.`,
  'setting.wrong': ({ label, fault }: { readonly label: string; readonly fault: string }) =>
    `${label}: ${fault} Nothing was saved.`,
  'setting.changed': ({ label, name }: ByPerson & { readonly label: string }) =>
    `${label} was changed by ${name ?? SOMEBODY} meanwhile. Nothing was saved.`,
  'setting.contrast': ({ pairs }: { readonly pairs: string }) =>
    `These colours are hard to read, with a contrast under 4.5:1: ${pairs}.`,
  'label.unknown': ({ label }: { readonly label: string }) => `There is no label called '${label}'.`,
  'tour.unknown': 'There is no such tour.',

  'bulkMail.noField': ({ field }: { readonly field: string }) => `There is no field {${field}}.`,
  'bulkMail.badTag': ({ fault }: { readonly fault: string }) => `This is not allowed in a letter: ${fault}`,
  'bulkMail.unknownAddress': ({ address }: { readonly address: string }) =>
    `Nobody here has the address ${address}.`,
  'bulkMail.count': ({ count }: { readonly count: number }) => `Type ${count} to confirm.`,
  'bulkMail.notTested': 'Send yourself a test first.',
  'bulkMail.nobody': 'Nobody would get this letter.',
  'bulkMail.noAddress': 'You have no e-mail address.',
  'bulkMail.ownApproval': 'Somebody else has to approve your letter.',
  'bulkMail.over': 'This letter is no longer waiting.',

  'broadcast.tooLong': ({ days }: { readonly days: number }) => `A broadcast runs for ${days} days at most.`,
  'defcon.stands': 'A defcon alert stands already.',
  'defcon.none': 'No defcon alert stands.',
  'broadcast.past': 'A broadcast must end in the future.',
  'flag.cleared': 'This flag does not stand any more.',
  'flag.past': 'The end is in the past.',
  'broadcast.noArea': 'There is no area with this id.',
  'broadcast.over': 'There is no such broadcast under way.',
  'summary.notADay': 'A summary is of one day: it begins at most 48 hours ago.',
  'incident.notLive': 'This project is not in field. Choose another one.',
  'notification.gone': 'This notification is gone.',
  'note.full': ({ max }: Most) => `The board holds ${max} notes. Please delete some first.`,
  'note.gone': 'This note is no longer there.',
  'document.full': DOCUMENT_TEXT.full,
  'document.gone': DOCUMENT_TEXT.gone,
  'task.noProject': TASK_TEXT.noProject,
  'task.noPerson': TASK_TEXT.noPerson,
  'task.unknown': TASK_TEXT.noTask,
  'task.noStatus': TASK_TEXT.noStatus,
  'task.noPrefix': TASK_TEXT.noPrefix,
  'task.noSprint': TASK_TEXT.noSprint,
  'task.noMilestone': TASK_TEXT.noMilestone,
  'task.notYours': TASK_TEXT.notYours,
  'task.onlyPlanners': TASK_TEXT.onlyPlanners,
  'task.toItself': TASK_TEXT.toItself,
  'task.linked': TASK_TEXT.linked,
  'task.circle': TASK_TEXT.circle,
  'task.hasParent': TASK_TEXT.hasParent,
  'file.invalidFormat': TASK_TEXT.fileType,
  'task.dueBeforeStart': TASK_TEXT.dueBeforeStart,
  'task.endBeforeStart': TASK_TEXT.endBeforeStart,
  'task.tooManyFiles': ({ max }: Most) => `A task has ${max} files at most.`,
  'task.badLink': 'The relationship is not one: { type, payload: { id } }.',
  'task.badTemplate': 'The template is not one: { sections: [ { metaDataFields } ] }.',
  'task.mandatoryMissing': ({ fields }: { readonly fields: readonly string[] }) => mandatoryMissing(fields),
  'task.changedMeanwhile': ({ taskID, name }: ByPerson & { readonly taskID: number }) =>
    taskChangedMeanwhile(taskID, name ?? SOMEBODY),
  'checklist.somebodyElse': CHECKLIST_TEXT.somebodyElse,
  'checklist.noTraining': CHECKLIST_TEXT.noTraining,
  'checklist.gone': CHECKLIST_TEXT.gone,
  'checklist.needsFile': CHECKLIST_TEXT.needsFile,
  'checklist.noFile': CHECKLIST_TEXT.noFile,
  'service.unknown': 'You have no such service.',
  'calendar.gone': CALENDAR_TEXT.gone,
  'calendar.endBeforeStart': CALENDAR_TEXT.endBeforeStart,
  'calendar.tooLong': CALENDAR_TEXT.tooLong,
  'calendar.badTime': CALENDAR_TEXT.badTime,
  'calendar.rangeTooLong': ({ max }: Most) => `The calendar shows ${max} days at once at most.`,
  'calendar.changedMeanwhile': CALENDAR_TEXT.changedMeanwhile,
  'calendar.noFeed': CALENDAR_TEXT.noFeed,
  'calendar.noFile': CALENDAR_TEXT.noFile,
  'calendar.emptyFile': CALENDAR_TEXT.emptyFile,
  'calendar.fileTooLong': ({ max }: Most) => `A file may have ${max} events at most.`,
  'booking.gone': BOOKING_TEXT.gone,
  'booking.own': BOOKING_TEXT.own,
  'booking.sayWhy': BOOKING_TEXT.sayWhy,
  'booking.past': BOOKING_TEXT.past,
  'booking.quarter': BOOKING_TEXT.quarter,
  'booking.tooFar': BOOKING_TEXT.tooFar,
  'booking.tooLong': BOOKING_TEXT.tooLong,
  'booking.noWorkingDay': BOOKING_TEXT.noWorkingDay,
  'booking.hourAtLeast': BOOKING_TEXT.hourAtLeast,
  'booking.endBeforeStart': BOOKING_TEXT.endBeforeStart,
  'booking.notNow': BOOKING_TEXT.notNow,
  'booking.started': BOOKING_TEXT.started,
  'booking.badDays': BOOKING_TEXT.badDays,
  'booking.meanwhile': BOOKING_TEXT.meanwhile,
  'booking.overlapsOthers': ({ names }: { names: string }) =>
    `Also off then: ${names}. Please look again before you approve.`,
  'booking.overlaps': ({ event, time }: { readonly event: string; readonly time: string }) =>
    `Overlaps ${event} ${time}.`,
  'booking.already': ({ state, name }: ByPerson & { readonly state: string }) =>
    `Already ${state} by ${name ?? SOMEBODY}.`,
  'remoteDesktop.unknown': 'You have no remote desktop with this id.',
  'remoteDesktop.full': ({ max }: Most) => `You can keep ${max} remote desktops at most.`,
  'speedTest.tooMany': 'Too many speed tests at once. Please wait a minute.',
  'speedTest.badSize': ({ max }: Most) => `The number of bytes must be from 1 to ${max}.`,
  'speedTest.tooLarge': 'The upload is too large.',
  'device.thresholds': ({ metric }: { readonly metric: string }) =>
    `The thresholds of ${metric} must go from best to worst.`,

  'link.unknown': 'This link is not one of ours, or it is not complete.',
  'link.used': 'This link was used already.',
  'link.expired': 'This link is too old.',
  'link.noSuch': 'There is no public link with this id.',
  'expense.type': EXPENSE_TEXT.type,
  'expense.full': ({ max }: Most) => `An expense may have ${max} documents at most.`,
  'survey.unanswered': ({ question }: AboutQuestion) => `Please answer: ${question}`,
  'survey.noAnswer': ({ question }: AboutQuestion) => `This is no answer to: ${question}`,
  'reply.tooMany': 'There are too many replies here. Please contact us another way.',

  'call.notAllowed': 'You may not make calls.',
  'call.yourself': 'You cannot call yourself.',
  'call.none': 'There are no calls here.',
  'call.over': 'This call is over.',
  'meeting.endsFirst': 'A meeting must end after it starts.',
  'meeting.unknown': 'There is no meeting of yours with this id.',
  'meeting.notInIt': 'Join the meeting before you share your screen.',
  'meeting.sharedAlready': 'Somebody else is sharing their screen.',

  'chat.nobodyChosen': 'Choose somebody to write to',
  'chat.unreachable': 'One of these people cannot be written to',
  'chat.notAMember': 'This person is not in the group',
  'chat.groupsOnly': 'Only groups have members to add and names to change',
  'chat.whichChat': 'More than one of your chats has this id: say its source',
  'chat.ownLatest': MARK_UNREAD_REFUSED,
  'message.empty': 'A message must not be empty',
  'message.tooLong': ({ max }: Most) => `A message may have at most ${max} characters`,
  'message.notHere': 'This message is not in this chat',
  'message.deleted': 'This message has been deleted',
  'message.quoteNotHere': 'The message to reply to is not in this chat',
  'message.keyReused': 'This Idempotency-Key was used for another message',
  'message.ownReaction': "Reactions are for other people's messages",
  'message.filesStay': 'A message with a file cannot be edited',
  'file.notAvailable': FILE_NOT_AVAILABLE,
  'file.tooBig': ({ maxBytes }: { readonly maxBytes: number }) => tooBigText(maxBytes),
  'gif.unknown': 'There is no such GIF.',
  'quiet.tooLong': ({ max }: Most) => `Quiet hours are ${max} hours a day at most.`,
  'gif.off': 'GIFs are switched off here.',
  'gif.noAnswer': 'The GIF service did not answer.',
  'assistant.off': 'Rewording by AI is switched off here.',
  'assistant.none': 'No assistant is configured.',
  'assistant.noAnswer': 'The assistant did not answer. Please try again.',
  'assistant.noTask': 'There is no task in this message.',
  'poll.closed': 'This poll is closed',
  'poll.oneOnly': 'Choose one answer',
  'poll.otherPoll': 'This is not an answer of this poll',
  'poll.closesFirst': 'A poll must close later than now',
  'sharedDocument.changed': 'Somebody else changed this document meanwhile',
  'topic.inTopic': 'A topic has no topics of its own',
  'topic.hasOne': 'This message has a topic already',
  'topic.otherChat': 'The chat and its record do not belong together',

  'ticket.vanished': TICKET_TEXT.vanished,
  'ticket.alreadyResolved': TICKET_TEXT.alreadyResolved,
  'ticket.notAssigned': TICKET_TEXT.notAssigned,
  'ticket.notResolved': TICKET_TEXT.notResolved,
  'ticket.belongsTo': ({ name }: { readonly name: string }) => belongsTo(name),
  'ticket.changedMeanwhile': ({ ticketID, name }: TicketByPerson) =>
    changedMeanwhile(ticketID, name ?? SOMEBODY),
  'ticket.resolvedMeanwhile': ({ ticketID, name }: TicketByPerson) =>
    resolvedMeanwhile(ticketID, name ?? SOMEBODY),
  'ticket.mergedInto': ({ ticketID }: { readonly ticketID: number }) => mergedInto(ticketID),
  'ticket.intoItself': 'A ticket cannot be merged into itself.',
  'ticket.otherRaiser': 'This ticket was raised by somebody else.',
  'ticket.feedbackGiven': TICKET_TEXT.feedbackGiven,
  'ticket.noFeedbackWanted': TICKET_TEXT.noFeedbackWanted,
  'ticket.noTeam': 'There is no team of that name.',
  'ticket.notHandling': ({ name }: { readonly name: string }) =>
    `${name} does not handle tickets, so they would be told of what they cannot open.`,
  'ticket.noType': 'There is no such type of ticket any more. Choose another subject.',
  'ticket.typeStays': ({ name }: { readonly name: string }) =>
    `The type ‘${name}’ can be retired, and not taken away.`,
  'ticket.statusNotChosen': 'A ticket gets this status by what is done to it.',
  'ticket.shiftLocked': TICKET_TEXT.shiftLocked,
  'remoteCommand.sentBefore': ({ at }: { readonly at: string }) => sentBefore(at),

  'systemIssue.cannotStart': 'You cannot report a system issue for this ticket now.',
  'systemIssue.noneRuns': 'You report no system issue for this ticket.',
  'systemIssue.noRecord': 'There is no such record.',
  'systemIssue.revokedBefore': ({ name }: ByPerson) =>
    `This record was revoked by ${name ?? SOMEBODY} before.`,

  'vault.notYours': 'This vault is for others.',
  'vault.notWriter': 'Only who added this entry can do that.',
  'vault.readersChanged': 'Who reads this vault was changed meanwhile.',
  'vault.gone': 'This entry is no longer there.',
  'vault.full': ({ max }: Most) => `The vault has ${max} entries at most.`,
  'vault.changedMeanwhile': 'This entry was changed meanwhile, in another window or on another device.',
  'vault.keysChanged':
    'The keys of your vault were changed meanwhile, in another window or on another device.',
  'vault.companyKeyChanged': 'The company’s key was changed meanwhile.',
  'vault.companyOwn': 'Somebody else has to open your own vault with the company’s key.',
  'vault.companyNotAgreed': 'This person has not agreed to the company’s key.',
  'vault.companyNotOpened': 'Open this person’s vault with the company’s key first.',
  'vault.companyKeysChanged': 'The keys of this person’s vault were changed meanwhile.',
  'vault.notSetUp': 'Your vault is not set up.',
  'vault.otherReaders': 'The entry is not written for those who may read it.',

  'record.noSuchColumn': ({ field }: { readonly field: string }) => `There is no column ‘${field}’.`,
  'record.badFilter': ({ label }: { readonly label: string }) => `This is not a filter for ‘${label}’.`,
  'holiday.own': 'You cannot change your own holiday.',
  'record.gone': ({ one }: { readonly one: string }) => `There is no such ${one}.`,
  'record.changed': ({ name, at }: ByPerson & { readonly at: string }) =>
    changedByOther(name ?? SOMEBODY, at),
  'record.nameTaken': ({ one }: { readonly one: string }) =>
    `There is ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one} of this name.`,
  'record.intoItself': 'It cannot be merged into itself.',
  'export.tooMany': 'Too many rows to export. Narrow the filter.',
  'retention.holdOne': 'A legal hold is on one person or one project.',
  'retention.holdStands': 'There is a legal hold on it already.',
  'report.noSource': 'There are no such records.',
  'report.empty': 'Choose columns, a group or a figure.',
  'report.sameLevel': 'Group by each column once.',
  'report.badStep': ({ label }: { readonly label: string }) => `‘${label}’ has no days to group by.`,
  'report.badFigure': ({ label }: { readonly label: string }) =>
    `This figure can’t be worked out of ‘${label}’.`,
  'report.hiddenFilter': 'This report filters by a column that you may not see.',
  'report.notYours': 'Only its owner can change a report. Make a copy of it.',
  'report.recipient': ({ name }: { readonly name: string }) => `${name} may not open reports.`,
  'report.notReady': 'This result isn’t ready.',
  'report.linkEnded': 'This link has ended. Run the report again.',
  'report.tooManyForExcel': 'Too many lines for an Excel file. Take CSV.',
  'report.tooManyForPdf': ({ max }: Most) => `A PDF has ${max} lines at most. Take Excel or CSV.`,
  'privacy.erased': 'The data of this person are erased.',
  'privacy.notALeaver': 'Deactivate this person first.',
  'privacy.held': 'There is a legal hold on this person.',
  'privacy.wrongName': 'That is not this person’s user name.',
  'privacy.asked': 'An erasure of this person is under way already.',
  'privacy.secondPerson': 'Somebody else has to approve it.',
  'privacy.decided': 'This erasure was decided or has taken effect in the meantime.',
  'privacy.linkEnded': 'This link has ended. Ask for a new export.',
  'error.cannotSee': 'They can’t see the error log. Choose somebody who can.',
  'error.hasTicket': ({ ticketID }: { readonly ticketID: number }) =>
    `There is a ticket for it: ${ticketID}.`,
  'export.noSuchPage': 'This page has nothing to export.',
  'view.gone': 'This view is no longer there.',
  'view.nameTaken': 'You have a view of this name.',
  'view.full': ({ max }: Most) => `A page has ${max} views of yours at most.`,
} as const
