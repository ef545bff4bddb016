/** A question that is asked when a ticket is raised; with options where the answers are limited. */
export interface GuideStep {
  readonly message: string
  readonly options?: readonly string[]
}

const SINCE: GuideStep = {
  message: 'Since when?',
  options: ['Just now', 'Since the start of my shift', 'Since yesterday', 'For longer'],
}
const WORKING: GuideStep = {
  message: 'Can you go on working?',
  options: ['Yes', 'Only partly', 'No'],
}
const TRIED: GuideStep = {
  message: 'What have you tried?',
  options: ['Nothing yet', 'Signed out and in again', 'Restarted the computer', 'Something else'],
}

/** The types of tickets of every company, and the questions for each. The documents name neither; these are ours. */
export const TICKET_GUIDE = {
  'Headset and sound': [
    {
      message: 'Which headset do you use?',
      options: ['USB headset', 'Jack headset', 'Bluetooth headset', 'Speakers'],
    },
    { message: 'Who has the trouble?', options: ['I cannot hear them', 'They cannot hear me', 'Both'] },
    SINCE,
    WORKING,
    TRIED,
  ],
  'VPN and network': [
    { message: 'How are you connected?', options: ['Cable', 'Wifi', 'Mobile hotspot'] },
    { message: 'What does the VPN show?', options: ['Connected', 'Connecting', 'An error', 'Nothing'] },
    SINCE,
    WORKING,
    TRIED,
  ],
  Dialler: [
    {
      message: 'What does the dialler do?',
      options: ['Does not start', 'Does not dial', 'Drops calls', 'Is slow'],
    },
    { message: 'Is it only you?', options: ['Only me', 'Others too', 'I do not know'] },
    SINCE,
    WORKING,
  ],
  'Survey tool': [
    { message: 'Which project?' },
    { message: 'At which question?' },
    { message: 'What does it show?', options: ['An error', 'A wrong question', 'Nothing', 'Something else'] },
    WORKING,
  ],
  'Sign-in and access': [
    {
      message: 'What can you not get into?',
      options: ['Fieldwork', 'Dialler', 'Survey tool', 'VPN', 'Mail'],
    },
    { message: 'What does it say?' },
    WORKING,
  ],
  'Pay and hours': [
    { message: 'Which day is it about?' },
    { message: 'What is wrong?', options: ['Hours missing', 'Wrong rate', 'Mileage', 'Something else'] },
  ],
  Computer: [
    {
      message: 'Which part?',
      options: ['Screen', 'Keyboard or mouse', 'It is slow', 'It does not start', 'Camera'],
    },
    SINCE,
    WORKING,
    TRIED,
  ],
  Other: [WORKING],
} as const satisfies Readonly<Record<string, readonly GuideStep[]>>

/** A type of tickets: one of every company, or of its own (setting 'help.ticketTypes'). */
export type TicketType = string
export type UsualTicketType = keyof typeof TICKET_GUIDE

export const TICKET_TYPES: readonly UsualTicketType[] = Object.keys(TICKET_GUIDE) as UsualTicketType[]

export const TICKET_TYPE_MAX = 60
/** Most questions of a type, most answers that one offers, and the length of each. */
export const TICKET_QUESTIONS_MAX = 20
export const TICKET_OPTIONS_MAX = 20
export const TICKET_QUESTION_MAX = 200
export const TICKET_OPTION_MAX = 100
/** Most types of a company, retired ones included. */
export const TICKET_TYPES_MAX = 50

/** Most templates of answers, and the length of a name and a text (setting 'help.answers'). */
export const ANSWERS_MAX = 100
export const ANSWER_NAME_MAX = 60
export const ANSWER_MAX = 2000

/** A text that resolves tickets of one kind. */
export interface AnswerTemplate {
  readonly name: string
  readonly text: string
}

/** The template's text for one ticket: {name} is who raised it, {ticket} its number (spec 5 §5.3). */
export const answerFor = (
  { text }: Pick<AnswerTemplate, 'text'>,
  { id, interviewerName }: { readonly id: number; readonly interviewerName: string },
): string => text.replace(/\{(name|ticket)\}/g, (_, what) => (what === 'name' ? interviewerName : String(id)))

const isUsual = (type: TicketType): type is UsualTicketType => Object.hasOwn(TICKET_GUIDE, type)
/** What is asked about a type of the company's own. */
const OWN_GUIDE: readonly GuideStep[] = [SINCE, WORKING, TRIED]

/** What is asked about a type of ticket, in order, until the company asks something else. */
export const guideFor = (type: TicketType): readonly GuideStep[] =>
  isUsual(type) ? TICKET_GUIDE[type] : OWN_GUIDE

/** A question as the company keeps it; without options people answer in their own words. */
export interface TicketQuestion {
  message: string
  options: string[]
}

/** The same as `guideFor`, as the company keeps it. */
export const usualQuestions = (type: TicketType): TicketQuestion[] =>
  guideFor(type).map(({ message, options = [] }) => ({ message, options: [...options] }))
