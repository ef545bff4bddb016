import type { ServiceKind, SurveyKind } from '#shared/contract/adaptors.ts'
import { LOCALE } from '#shared/domain/locale.ts'

interface ServiceWords {
  readonly name: string
  readonly lead: string
  readonly notYet: string
  readonly how: string
}

export const SERVICES_TEXT = {
  tab: 'Lookups, AI, GIFs',
  kinds: {
    ADDRESS_LOOKUP: {
      name: 'Address lookup',
      lead: 'Addresses are looked up at this service.',
      notYet: 'Not set up yet. Nobody can look addresses up.',
      how: 'Any service with the calls of OS Places. The key is sent with each question.',
    },
    EMAIL_VERIFICATION: {
      name: 'E-mail verification',
      lead: 'This service says whether addresses take mail. Nothing is sent to them.',
      notYet: 'Not set up yet. Addresses are checked by their form alone.',
      how: 'Any service with the calls of ZeroBounce.',
    },
    AI: {
      name: 'AI',
      lead: 'This model rewords messages, suggests replies and makes tasks of messages.',
      notYet:
        'Not set up yet. The chat shows nothing of it, unless the server was started with an assistant.',
      how: 'Any service with OpenAI’s chat completions. What people ask it to reword goes there, and nothing else.',
    },
    GIF: {
      name: 'GIFs',
      lead: 'The chat searches GIFs at this service. They are shown through this server, so it doesn’t learn who looks.',
      notYet: 'Not set up yet. The chat has the GIFs that come with the product.',
      how: 'Any service with the search of Giphy.',
    },
  } satisfies Record<ServiceKind, ServiceWords>,
  address: 'Address of the service',
  key: 'Key',
  model: 'Model',
  modelHint: 'As the service calls it.',
  modelWrong: 'Say which model answers.',
  limit: 'Monthly limit',
  limitHint: 'How often a month it may be asked. Empty: as often as people like.',
  limitWrong: 'Type a whole number from 1 to 10,000,000, or nothing.',
  used: (n: number, limit: number | null) =>
    limit === null
      ? `Asked ${n.toLocaleString(LOCALE)} times this month.`
      : `Asked ${n.toLocaleString(LOCALE)} of ${limit.toLocaleString(LOCALE)} times this month.`,
} as const

export const SURVEY_TEXT = {
  tab: 'Survey tools',
  kinds: {
    SURVEY_TOOL: 'Survey tool',
    DIMENSIONS: 'Dimensions',
    DIMENSIONS_STAGING: 'Dimensions staging',
  } satisfies Record<SurveyKind, string>,
  lead: 'Projects, quota cells, sample status, appointments and outcomes of calls are taken from it.',
  notYet: 'Not set up yet.',
  how: 'A tool is asked for JSON over https; a tool that answers otherwise needs a small program before it. The operator’s pages have the format.',
  address: 'Address of the tool',
  account: 'Account',
  accountWrong: 'Type the account’s name.',
  password: 'Password',
  every: 'Minutes between two syncs',
  takesAllocations: 'It takes allocations',
  takesHint: 'What planners who may sync the survey tool publish is sent to it within a minute.',
  everyWrong: 'Type 1 to 1440 minutes.',
  syncedAt: (at: string) => `Last asked through ${at}.`,
  notSynced: 'It wasn’t asked yet.',
  outcomes: 'What its outcomes mean',
  outcomesHint: 'Only its own codes. COMPLETE, REFUSAL and the like mean themselves.',
  code: (n: number) => `Code ${n}`,
  outcome: (code: string) => `Meaning of ${code === '' ? 'the code' : code}`,
  add: 'Add a code',
  remove: (code: string) => `Remove ${code === '' ? 'the code' : code}`,
  wrong: 'Each code has to be there, and once only.',
  unmapped: 'Outcomes without a meaning',
  unmappedHint: 'Their calls count as none until they have one.',
  waiting: (code: string, n: number) =>
    `${code}: ${n === 1 ? '1 call' : `${n.toLocaleString(LOCALE)} calls`}`,
  sayMeaning: (code: string) => `Say what ${code} means`,
} as const
