import type { TicketType } from '#shared/domain/ticket-guide.ts'

/** A trouble that people of the company have: what they write, what they answer the guide, what helped. */
export interface Problem {
  readonly type: TicketType
  readonly message: string
  /** One for each question of the type's guide, in order. */
  readonly answers: readonly string[]
  readonly resolution: string
  readonly note: string
}

const problem = (
  type: TicketType,
  message: string,
  answers: readonly string[],
  resolution: string,
  note: string,
): Problem => ({ type, message, answers, resolution, note })

/** Texts with `{project}`, `{question}`, `{day}`, `{minutes}` and `{count}` to be filled in. */
export const PROBLEMS: readonly Problem[] = [
  problem(
    'Headset and sound',
    'My headset crackles on every call. Respondents ask me to repeat the question.',
    ['USB headset', 'They cannot hear me', 'Since yesterday', 'Only partly', 'Signed out and in again'],
    'The cable was worn. A new headset is on its way to you; until it is there, please use the spare one from the cabinet.',
    'Third worn cable of this model this month. Worth raising with the supplier.',
  ),
  problem(
    'Headset and sound',
    'Nobody can hear me since the update this morning, but I hear them fine.',
    ['USB headset', 'They cannot hear me', 'Since the start of my shift', 'No', 'Restarted the computer'],
    'The microphone was switched off in the privacy settings by the update. We switched it on again and made a test call.',
    'Check the others who got the same update.',
  ),
  problem(
    'Headset and sound',
    'There is an echo on all my calls for {project}, respondents hang up after {minutes} seconds.',
    ['Jack headset', 'Both', 'Just now', 'Only partly', 'Nothing yet'],
    'Two audio devices were active. The speakers are off now and the echo is gone.',
    'Echo cancellation was off in the dialler profile.',
  ),
  problem(
    'Headset and sound',
    'The left side of my headset is silent.',
    ['Bluetooth headset', 'I cannot hear them', 'For longer', 'Yes', 'Something else'],
    'Replaced under warranty. Please hand the old one in at the desk.',
    'Warranty runs until March.',
  ),
  problem(
    'VPN and network',
    'My VPN drops every {minutes} minutes and the dialler logs me out with it.',
    ['Wifi', 'Connecting', 'Since yesterday', 'Only partly', 'Restarted the computer'],
    'The wifi signal was poor. With a cable there were no drops in a whole shift; please keep it plugged in.',
    'Signal band D on our side. Home router is a floor below.',
  ),
  problem(
    'VPN and network',
    'VPN says my certificate is not valid any more. I was due to start at nine.',
    ['Cable', 'An error', 'Just now', 'No', 'Signed out and in again'],
    'Your certificate had expired. It is renewed for a year; please restart once so that it is picked up.',
    'Renewals of this batch end this month, {count} more to come.',
  ),
  problem(
    'VPN and network',
    'Everything is very slow today. Pages of {project} take a minute to load.',
    ['Mobile hotspot', 'Connected', 'Since the start of my shift', 'Only partly', 'Nothing yet'],
    'The hotspot was out of its data allowance. You are on the office network now, which measured well.',
    'Ask for a fixed line if this comes again.',
  ),
  problem(
    'VPN and network',
    'I cannot reach the survey server from home, the office works.',
    ['Cable', 'Connected', 'Since yesterday', 'No', 'Restarted the computer'],
    'Your provider had changed your address and the old rule did not fit. Access from home works again.',
    'Rule changed for one person only; check the others with the same provider.',
  ),
  problem(
    'Dialler',
    'The dialler on the {project} floor takes {minutes} seconds between calls.',
    ['Is slow', 'Others too', 'Since the start of my shift', 'Only partly'],
    'The pacing was set for a smaller team. It is adjusted and the wait is back to normal.',
    'Pacing was last changed for the weekend team.',
  ),
  problem(
    'Dialler',
    'The dialler does not start, it stays on the grey screen.',
    ['Does not start', 'Only me', 'Just now', 'No'],
    'A session of yesterday was still open. It was ended and the dialler started.',
    'Sessions should end at midnight; this one did not.',
  ),
  problem(
    'Dialler',
    'Calls drop in the middle of interviews, I lost {count} completes today on {project}.',
    ['Drops calls', 'Others too', 'Since the start of my shift', 'Only partly'],
    'The supplier has mended a faulty trunk. Lost interviews were set to call-backs, so you can finish them.',
    'Supplier reference 44-{count}7. They promise a report.',
  ),
  problem(
    'Dialler',
    'I get the same number again and again on {project}, the respondent is angry by now.',
    ['Does not dial', 'Only me', 'Since yesterday', 'Yes'],
    'The number was on two lists. It is taken off both and the respondent has been called with an apology.',
    'Duplicate check of the sample was skipped at import.',
  ),
  problem(
    'Survey tool',
    'At {question} of {project} the Next button does nothing.',
    ['{project}', '{question}', 'Nothing', 'No'],
    'A condition of {question} could not be met for part-time workers. The script is corrected; interviews that got stuck can be resumed.',
    'Scripting tested with full-time workers only.',
  ),
  problem(
    'Survey tool',
    '{question} of {project} shows the wording of the last wave.',
    ['{project}', '{question}', 'A wrong question', 'Yes'],
    'The new wording is live. Interviews of this morning with the old one are kept and flagged.',
    'Client was told about the {count} interviews with the old wording.',
  ),
  problem(
    'Survey tool',
    'The quota for my region is full but {project} keeps giving me respondents from there.',
    ['{project}', '{question}', 'Something else', 'Yes'],
    'The quota cell is closed now, and the sample of that region is on hold.',
    'Cells update every hour; somebody had paused it.',
  ),
  problem(
    'Survey tool',
    'I get "session expired" after every interview on {project} and have to sign in again.',
    ['{project}', '{question}', 'An error', 'Only partly'],
    'The time limit of sessions was set to {minutes} minutes by mistake. It is back to a whole shift.',
    'Changed with last week’s release.',
  ),
  problem(
    'Sign-in and access',
    'I am locked out after I mistyped my password, my shift starts in {minutes} minutes.',
    ['Fieldwork', 'Too many failed requests', 'No'],
    'Your account is unlocked. If it happens again, use the link for a forgotten password: it is quicker.',
    'Caps Lock, most likely.',
  ),
  problem(
    'Sign-in and access',
    'I was moved to {project} but cannot see it in the survey tool.',
    ['Survey tool', 'Nothing, it is just not in the list', 'No'],
    'You have been added to the project. Please sign out of the survey tool once.',
    'Planner had the move, the survey tool had not.',
  ),
  problem(
    'Sign-in and access',
    'The one-time code is never accepted since I have a new phone.',
    ['Fieldwork', 'The code is wrong', 'No'],
    'The clock of the phone was {minutes} minutes off. With automatic time the code works.',
    'Identity confirmed by a call to the number on file.',
  ),
  problem(
    'Sign-in and access',
    'I cannot open my mail, it asks for a password that I never had.',
    ['Mail', 'Enter your app password', 'Yes'],
    'Mail signs in with the same name and password as Fieldwork now. We set it up together.',
    'Old mail client; replace with the next computer.',
  ),
  problem(
    'Pay and hours',
    'My hours of {day} are missing {count} quarters of an hour. I stayed on after the dialler came back.',
    ['{day}', 'Hours missing'],
    'The extension had been approved in chat but not processed. It is in the next pay run.',
    'Confirmed by the floor supervisor.',
  ),
  problem(
    'Pay and hours',
    'I was paid the day rate for the evening shift of {day}.',
    ['{day}', 'Wrong rate'],
    'The shift was booked in the wrong category. The difference is paid with the next run.',
    'Same for two others on that shift.',
  ),
  problem(
    'Pay and hours',
    'The mileage for the briefing on {day} does not show in my claim.',
    ['{day}', 'Mileage'],
    'The claim lacked the postcode of the venue. It is added and approved.',
    'Finance has the receipt.',
  ),
  problem(
    'Computer',
    'My second screen stays black since I moved desks.',
    ['Screen', 'Since the start of my shift', 'Yes', 'Restarted the computer'],
    'The cable was plugged into the wrong socket of the dock. Both screens work.',
    'Dock has no labels; stickers ordered.',
  ),
  problem(
    'Computer',
    'The computer freezes whenever I open {project} together with the dialler.',
    ['It is slow', 'For longer', 'Only partly', 'Restarted the computer'],
    'Memory was full. A program that nobody needs started with Windows; it is gone and the computer is quick again.',
    'This model has 8 GB only. On the list for replacement.',
  ),
  problem(
    'Computer',
    'Keys E and R of my keyboard stick, I type half the open answers twice.',
    ['Keyboard or mouse', 'Since yesterday', 'Only partly', 'Nothing yet'],
    'There is a new keyboard on your desk.',
    'Tea.',
  ),
  problem(
    'Computer',
    'It does not start at all, there is only a beep.',
    ['It does not start', 'Just now', 'No', 'Nothing yet'],
    'A memory module was loose. It started at once after it was seated again.',
    'Keep the spare laptop ready for the evening shift.',
  ),
  problem(
    'Other',
    'The showcards for {project} in my folder are of the last wave.',
    ['Yes'],
    'New showcards are in the folder of the project, and on paper at the desk.',
    'Ask research to withdraw old ones.',
  ),
  problem(
    'Other',
    'A respondent of {project} wants their interview deleted. What do I tell them?',
    ['Yes'],
    'Please give them the number of the data protection office. Their interview of {day} has been taken out.',
    'Request logged with the data protection office.',
  ),
  problem(
    'Other',
    'It is {minutes} degrees at my desk, the heating cannot be turned down.',
    ['Only partly'],
    'Facilities have replaced the valve.',
    'Building management was here on {day}.',
  ),
]

/** Reasons for handing a ticket to a team. */
export const ESCALATIONS: readonly (readonly [team: string, reason: string])[] = [
  ['Network and VPN', 'Several people on the same floor have it, so it is not one router at home.'],
  ['Dialler and telephony', 'The supplier has to look at the trunks, we have no access to them.'],
  ['Survey scripting', 'The routing of the question is wrong and needs a change in the script.'],
  ['Service desk', 'Needs somebody at the desk with a spare device before the evening shift.'],
  ['Payroll', 'The pay run closes on Friday and this has to be in it.'],
]

/** What people say about how their tickets were resolved, by stars. */
export const FEEDBACK: readonly (readonly [rating: number, comment: string])[] = [
  [5, 'Quick and friendly, thank you!'],
  [5, ''],
  [5, 'Back on the phones within minutes.'],
  [4, 'It works. Took a little while to hear back.'],
  [4, ''],
  [3, 'It works, but I had to explain it twice.'],
  [2, 'I lost half a shift before anybody looked.'],
  [1, 'It is the third time this month.'],
]

/** How people say that they got by on their own. */
export const SELF_RESOLVED: readonly string[] = [
  'Works again after a restart.',
  'A colleague showed me, thank you.',
  'It was the cable. Plugged in properly now.',
  'Gone by itself after lunch.',
  'Found the answer in the help pages.',
]

/** How the agency closes tickets. */
export const AGENCY_CLOSED: readonly string[] = [
  'Sorted with the candidate on the phone.',
  'The start date was moved, nothing left to do.',
  'New documents were sent, this can be closed.',
]
