import { RESOLUTION_MAX, RESPONSE_MAX, usualMinutes } from '../domain/ticket-clocks.ts'
import {
  ANSWER_MAX,
  ANSWER_NAME_MAX,
  ANSWERS_MAX,
  TICKET_OPTION_MAX,
  TICKET_OPTIONS_MAX,
  TICKET_QUESTION_MAX,
  TICKET_QUESTIONS_MAX,
  TICKET_TYPE_MAX,
  TICKET_TYPES,
  TICKET_TYPES_MAX,
  usualQuestions,
} from '../domain/ticket-guide.ts'
import { inSection } from './setting.ts'
import { each, filled, flag, group, list, names, part, text, whole } from './shape.ts'

const signIn = inSection('signIn')
const quiet = inSection('quiet')
const chat = inSection('chat')
const help = inSection('help')
const messages = inSection('messages')

const clock = () =>
  text({
    max: 5,
    min: 5,
    pattern: { test: /^([01]\d|2[0-3]):[0-5]\d$/, error: 'A time is written as 08:00.' },
  })
/** What was kept before a company had questions of its own has those of every company. */
function withQuestions(type: unknown): unknown {
  if (typeof type !== 'object' || type === null || 'questions' in type || !('name' in type)) return type
  return { ...type, questions: usualQuestions(String(type.name)) }
}
const percent = () => whole({ min: 1, max: 100, unit: '%' })

export const ACCESS = {
  'signIn.sessionHours': signIn(whole({ min: 1, max: 24, unit: 'hours' }), 12, {
    label: 'Session length',
    meaning: 'A window that nobody uses is signed out after so long. It counts from the next sign-in on.',
  }),
  'signIn.longestHours': signIn(whole({ min: 1, max: 24, unit: 'hours' }), 16, {
    label: 'Longest sign-in',
    meaning: 'After so long everybody signs in anew, however busy they are.',
  }),
  'signIn.lockoutFailures': signIn(whole({ min: 3, max: 100, unit: 'failures' }), 10, {
    label: 'Failures until lock-out',
    meaning: 'So many wrong passwords for a name, and the name is refused for a while.',
  }),
  'signIn.lockoutMinutes': signIn(whole({ min: 1, max: 1440, unit: 'minutes' }), 15, {
    label: 'Lock-out lasts',
    meaning: 'Failures are counted over this time, and the name is refused for it.',
  }),
  'signIn.failuresOfAddress': signIn(whole({ min: 10, max: 10_000, unit: 'failures' }), 100, {
    label: 'Unknown names from one address',
    meaning: 'So many tries with names that nobody has, and the address is refused for a while.',
  }),
  'signIn.passwordMinimum': signIn(whole({ min: 12, max: 64, unit: 'characters' }), 12, {
    label: 'Shortest password',
    meaning: 'Holds for passwords that are set from now on. Present ones stay good.',
  }),
  'signIn.agreementDays': signIn(whole({ min: 0, max: 3650, unit: 'days' }), 0, {
    label: 'Ask for the agreement again after',
    meaning: 'So long after somebody accepted it. 0: only when a new version is published.',
  }),
  'signIn.singleSignOnOnly': signIn(flag(), false, {
    label: 'Single sign-on only',
    meaning:
      'On: passwords and mailed links sign in nobody but those who may grant permissions, while a provider is switched on.',
  }),
  'quiet.from': quiet(clock(), '21:00', {
    label: 'Quiet from',
    meaning:
      'By the company’s clock. No SMS, WhatsApp or push from then on, except for a shift of that day, defcon and sign-in. The same time as ‘Quiet until’: never.',
  }),
  'quiet.until': quiet(clock(), '08:00', {
    label: 'Quiet until',
    meaning: 'By the company’s clock. What was held back goes out then.',
  }),
  'quiet.personHoursMax': quiet(whole({ min: 0, max: 16, unit: 'hours' }), 16, {
    label: 'A person’s own quiet hours',
    meaning: 'At most so many hours a day, when they are set or changed.',
  }),
  'chat.gifs': chat(flag(), true, {
    label: 'GIFs',
    meaning: 'Whether the chat offers GIFs. What was sent stays.',
  }),
  'chat.rewording': chat(flag(), true, {
    label: 'Rewording by AI',
    meaning:
      'Whether the chat offers to reword a text and suggests replies. The text goes to the AI service that the server was started with.',
  }),
  'chat.reportAnalyser': chat(flag(), true, {
    label: 'Report analyser',
    meaning: 'Whether reports can be analysed by AI.',
    awaits: 'the report analyser',
  }),
  'chat.callAnalysis': chat(flag(), true, {
    label: 'Call analysis',
    meaning: 'Whether calls can be analysed by AI.',
    awaits: 'the analysis of calls',
  }),
  'help.summaryEnabled': help(flag(), true, {
    label: 'Summary at the end of the day',
    meaning: 'Whether people see what they did before they log out.',
    row: 'logoutSummary',
  }),
  'help.emergencyNumber': help(text({ max: 32 }), '999', {
    label: 'Emergency number',
    meaning: 'What a window dials when somebody is asked to call for help.',
    row: 'emergencyNumber',
  }),
  'help.teams': help(
    names({ each: 100, max: 100 }),
    [
      'Service desk',
      'Network and VPN',
      'Dialler and telephony',
      'Survey scripting',
      'Payroll',
      'Resource planning',
      'Facilities',
    ],
    {
      label: 'Teams',
      meaning: 'Whom tickets can be escalated to.',
      row: 'escalationTeams',
    },
  ),
  'help.clocks': help(
    each(
      { EMERGENCY: 'Emergency', HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' },
      group({
        response: part('First answer', whole({ min: 1, max: RESPONSE_MAX, unit: 'minutes' })),
        resolution: part('Resolved', whole({ min: 1, max: RESOLUTION_MAX, unit: 'minutes' })),
      }),
    ),
    {
      EMERGENCY: usualMinutes('EMERGENCY'),
      HIGH: usualMinutes('HIGH'),
      MEDIUM: usualMinutes('MEDIUM'),
      LOW: usualMinutes('LOW'),
    },
    {
      label: 'Clocks of tickets',
      meaning:
        'How soon a ticket is answered and resolved. Holds for tickets that are raised, or get another priority, from now on.',
    },
  ),
  'help.ticketTypes': help(
    list(
      filled(
        group({
          name: part('Name', text({ max: TICKET_TYPE_MAX })),
          team: part('Team', text({ min: 0, max: 100 })),
          isRetired: part('Retired', flag()),
          questions: part(
            'Questions',
            list(
              group({
                message: part('Question', text({ max: TICKET_QUESTION_MAX })),
                options: part('Answers', names({ each: TICKET_OPTION_MAX, max: TICKET_OPTIONS_MAX })),
              }),
              { one: 'Question', max: TICKET_QUESTIONS_MAX, fresh: { message: '', options: [] } },
            ),
          ),
        }),
        withQuestions,
      ),
      {
        one: 'Type',
        max: TICKET_TYPES_MAX,
        fresh: { name: '', team: '', isRetired: false, questions: usualQuestions('') },
      },
    ),
    TICKET_TYPES.map((name) => ({
      name: name as string,
      team: '',
      isRetired: false,
      questions: usualQuestions(name),
    })),
    {
      label: 'Types of tickets',
      meaning:
        'What tickets are about, the team that takes each, and what is asked. Retired ones are kept on old tickets.',
    },
  ),
  'help.answers': help(
    list(
      group({
        name: part('Name', text({ max: ANSWER_NAME_MAX })),
        text: part('Text', text({ max: ANSWER_MAX, isLong: true })),
      }),
      { one: 'Template', max: ANSWERS_MAX, fresh: { name: '', text: '' } },
    ),
    [] as { name: string; text: string }[],
    {
      label: 'Templates of answers',
      meaning:
        'Texts that are at hand where a ticket is resolved. {name} becomes the name of who raised it, {ticket} its number.',
    },
  ),
  'messages.bulkMailsPerMinute': messages(whole({ min: 1, max: 1000, unit: 'mails a minute' }), 60, {
    label: 'Pace of mail to many',
    meaning: 'How fast the Dangerous e-mail sender sends.',
  }),
  'messages.bulkMailWaitSeconds': messages(whole({ min: 10, max: 600, unit: 'seconds' }), 60, {
    label: 'Wait before mail to many',
    meaning: 'How long it can be stopped before the first mail leaves.',
  }),
  'messages.bulkMailApprovalAbove': messages(whole({ min: 1, max: 100_000, unit: 'recipients' }), 500, {
    label: 'Second approver above',
    meaning: 'Mail to more people has to be approved by somebody else.',
  }),
  'messages.systemIssuesPercent': messages(percent(), 5, {
    label: 'System issues from',
    meaning: 'From this share of the people on shift on, the flag SYSTEM_ISSUES stands.',
  }),
  'messages.excessiveSystemIssuesPercent': messages(percent(), 15, {
    label: 'Excessive system issues from',
    meaning: 'From this share on, EXCESSIVE_SYSTEM_ISSUES stands, too.',
  }),
} as const
