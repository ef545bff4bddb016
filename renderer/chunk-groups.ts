import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

type Splitting = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>
type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** Files by what their paths end with, as patterns with plain slashes and without the file's kind. */
const files = (...patterns: readonly string[]) =>
  new RegExp(`/(${patterns.join('|')})\\.(tsx?|js|module\\.css)$`.replaceAll('/', '[\\\\/]'))

const KIT = /[\\/](node_modules|shared|renderer[\\/]ui|renderer[\\/]shell[\\/]overlays)[\\/]/
const SEARCHING =
  /[\\/](@mantine[\\/]core[\\/].*[\\/](Combobox|NativeSelect)|renderer[\\/]ui[\\/](RemoteSelect|PersonSelect))\b/
const SANITISER = /[\\/](node_modules[\\/]dompurify|renderer[\\/]ui[\\/]safe-html)[\\/]/
const REACT = /[\\/](node_modules[\\/](react|react-dom|scheduler)[\\/]|renderer[\\/]app[\\/]react-root\.ts$)/
/** With the few things that several other groups need, so that none of them brings another one along. */
const START = files(
  'renderer/app/start',
  'renderer/ui/Mark',
  'shared/domain/(date-format|searching)',
  'shared/hubs/hub',
  'react-query/.*/QueryClientProvider',
)

/** Who shows what it has read needs it, the shell's first picture doesn't. */
const QUERIES =
  /[\\/](node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/]|renderer[\\/]services[\\/]http[\\/]query-client\.ts$)/
const OVERLAYS = files('renderer/ui/overlay-kit')
const SESSION = files('renderer/features/chat/session')
/** What the chat's screens have in common with its state, and what of the chat stands on every page. */
const CHAT = files(
  'shared/(contract|domain|hubs)/(chat|call-entities).*',
  'renderer/features/chat/(text|next-picture|dialogs/ChatDialogs|modes/FloatingChat)',
  'renderer/features/chat/store/(core|messages/(echo|message-window)|sending/upload-types|tabs/(search|topics))',
)
/** A conversation as it stands in a list: the chat's screens and the dashboard have it, neither the other's rest. */
const ROWS = files(
  'renderer/features/chat/threads/(ThreadRow|ThreadAvatar|ThreadListSkeleton|namesakes|use-row-menu)',
  'renderer/features/chat/(shell-text|store/state|store/tabs/tab-state|people/use-online|people/presence)',
)
/** What follows the shell, each of it soon and none of it much. */
const FOLLOWING = files('renderer/shell/top-bar/AccountItems', 'renderer/features/hardware/HardwareBadge')
/** What calls, the calendar and the chat know of meetings: the calendar isn't to bring the chat along. */
const MEETINGS = files('shared/(contract|domain|hubs)/meetings.*')
/** What dialogs that are opened seldom have in common: no other screen is to bring it along. */
const PAPERS = files('shared/(contract|domain)/(documents|faq|onboarding)')
/** What the pages of the working day have in common: no other screen is to bring it along. */
const WORKING_DAY = files(
  'shared/(contract|domain)/demo-clock',
  'renderer/features/figures-note/[A-Za-z-]+(\\.module)?',
  'renderer/features/demo-clock/(DemoNote|use-demo-clock|text|DemoClock\\.module)',
  'shared/(contract|domain)/(interviews|interview-text|activity-rules|activity-words|attendance|attendance-words|earnings|cati-report|my-day|spans|shifts|working-hours|working-hours-words|booking|shift-requests|holiday-shifts|public-holidays|holiday-balance|planner|shift-patterns|resource-leavers|calling-hours|allocation|allocation-words|forecast|hypervisor|advisory|resource-home|activity-report|activity-report-words|absence|today|interactions|file-notes|one-to-ones|adjustments|briefs|planned-day|recorded|recorded-words)',
)
/** Offered hours: who keeps them and the calendar have them. */
const OFFERS = files('shared/(contract|domain)/(booking-windows|campaigns)')
/** What the pages of who works now have in common. */
const LIVE = files('shared/(contract|domain)/live-[a-z-]+')
/** What the supervisor's HR page and My development have in common: no other screen is to bring it along. */
const HR = files(
  'shared/(contract|domain)/(return-to-work|supervisor-hr|pips|development|training)',
  'shared/contract/one-to-ones',
)
/** What the pages of a team's people have: it has much of the working day, which no other screen is to bring along. */
const TEAM_USERS = files('shared/contract/(team-users|planned-users)')
/** What the pages of performance have in common, and a person's own report that they open. */
const PERFORMANCE = files('shared/(contract|domain)/(performance|kpi|measure-text)')
/** What calls come to, which the adaptors’ forms have, too: they don't bring the working day along. */
const OUTCOMES = files('shared/domain/(interviews|outcome-words|record-files)')
/** What the pages of quality have in common; the live panel has a little of it. */
const QUALITY = files('shared/(contract|domain)/(coaching|qc|quality|quality-words)')
/** What pages of records have in common, and those about roles: no other screen is to bring it along. */
const RECORDS = files('shared/records/record', 'shared/contract/views', 'shared/(contract|domain)/records')
const ROLES = files(
  'shared/records/admin/role',
  'shared/contract/(roles|permissions)',
  'shared/domain/(role-warnings|permission-admin)',
  'renderer/features/roles/(permission-words|text)',
)
/** The settings of mail, which set-up and the adaptors have, and the words of its log. */
const MAIL = files('shared/(contract|domain)/(adaptors|mail|webhooks|single-sign-on)')
/** What the pages about people have in common, and those about others' apps. */
const PEOPLE = files('shared/records/admin/person', 'shared/contract/admin-users', 'shared/domain/person')
const APPS = files('shared/(contract|domain)/oauth')
/**
 * What the company keeps of itself, its people and its server. Each page of admins and support has a few of
 * these, so that they come in files by who has them.
 */
const COMPANY_CONTRACTS =
  'account-access|address-lookup|admin-settings|agencies|agency-rates|applicants|areas|broadcast|contract-types|credentials|dangerous-email|email-verification|error-log|expense-rates|experimentals|help-center|invitation|leavers|licence|pending-recruitment|people-(import|keeping)|person-skills|privacy|retention|setup|shifts|system-flags|support|session-support|tenant|sign-in-later|vault'
const COMPANY_RULES =
  'applicant-import|applicants|credential-import|email-checks|errors|experimentals|leaving|people-import|support-home|retention|remote-command-words|legal|logo|sms|tenant|tool-credentials|tours|setup'
const COMPANY = files(
  `shared/contract/(${COMPANY_CONTRACTS})`,
  `shared/domain/(${COMPANY_RULES})`,
  'shared/settings/.*',
  'shared/records/(admin|support)/.*',
)
/** Pieces that few screens have, and these in files of their own. */
const RARE =
  /[\\/](@mantine[\\/]core[\\/].*[\\/](Radio|MultiSelect|PillsInput|Pill|use-pills-reorder)[\\/]|shared[\\/]domain[\\/]excuse-reasons|renderer[\\/]ui[\\/](PageTabs|use-shown-within|ProgressCircle|chart|form[\\/](SmtpFields|Smtp|smtp-entries|lines-of)))/
/** Little things of tasks that something else has, too: one file costs less than one each. */
const TASK_THINGS = files('renderer/services/http/task-config', 'renderer/services/page/task-keys')
/** The conversation about a request, which the calendar has and the pages of planners: no other screen is to bring it along. */
const REQUEST_TALK = files(
  'shared/contract/request-talk',
  'renderer/features/request-talk/[A-Za-z]+(\\.module)?',
)
/** QR codes, which few dialogs draw. */
const CODES = /[\\/](node_modules[\\/]uqr|renderer[\\/]ui[\\/]QrCode)\b/
const SHARED =
  /[\\/]shared[\\/](?!records[\\/]|(contract|domain)[\\/]records\.|contract[\\/](roles|views|permissions|adaptors|api-keys|sso|admin-users|oauth)\.|domain[\\/](role-warnings|permission-admin|mail|webhooks|api-keys|single-sign-on|person|oauth|excuse-reasons)\.)/

/** Packages whose one module hands over some thousands, of which each user names a few. */
const COLLECTION =
  /[\\/]node_modules[\\/](@mantine[\\/](?:core|hooks)|@tabler[\\/]icons-react)[\\/].*[\\/](index|tabler-icons-react)\.mjs$/
const NAMED_IMPORTS =
  /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["'](@mantine\/(?:core|hooks)|@tabler\/icons-react)["']/g

const SHELL = normalizePath(join(import.meta.dirname, 'app/SignedInEntry.tsx'))
const SHELL_GROUP = /[\\/]renderer[\\/]app[\\/]SignedIn(Entry)?\.tsx$/
const HOME_GROUP = /[\\/]renderer[\\/]features[\\/]dashboard[\\/]/

/** The screen that everybody begins on: what it needs comes with the shell, not with what later screens share. */
const FIRST_SCREEN = normalizePath(join(import.meta.dirname, 'features/dashboard/DashboardScreen.tsx'))

const SIGN_IN = normalizePath(join(import.meta.dirname, 'features/sign-in/SignInScreen.tsx'))

/** All that these import statically, as the ids of modules. */
function neededBy(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const seen = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const found = modules.getModuleInfo(id)
    if (!found && roots.includes(id)) throw new Error(`The build has no module ${id}.`)
    if (seen.has(id) || !found) continue
    seen.add(id)
    const names = namedImports(found.code ?? '')
    for (const imported of found.importedIds) {
      if (!COLLECTION.test(imported) || COLLECTION.test(id)) waiting.push(imported)
      else
        waiting.push(
          ...(modules.getModuleInfo(imported)?.importedIds.filter((one) => names.has(nameOfFile(one))) ?? []),
        )
    }
  }
  return seen
}

function namedImports(code: string): ReadonlySet<string> {
  const names = [...code.matchAll(NAMED_IMPORTS)].flatMap(([, list = '']) => list.split(','))
  return new Set(names.map((name) => (name.trim().split(/\s/)[0] ?? '').toLowerCase()))
}

/** A file of a collection is called by what it exports: `use-timeout.mjs`, `IconAt.mjs`. */
const nameOfFile = (id: string) =>
  (id.split(/[\\/]/).pop() ?? '')
    .replace(/\.mjs$/, '')
    .replaceAll('-', '')
    .toLowerCase()

/**
 * Which modules come in one file. Left to itself the build makes a file for each set of users, some
 * 60 for the shell, many of them one icon: each costs a browser more than it holds.
 *
 * - `first`: what comes with the page; it decides what else is fetched.
 * - `react`: React, which has run before anything of ours does.
 * - `start`: the application around its screens.
 * - `form`: what the sign-in screen has in common with other files.
 * - `queries`: the query cache, fetched while the shell is drawn.
 * - `kit`: what the shell has in common with other files, some of which nobody needs to sign in for.
 * - `shell`: the rest of what is loaded once somebody is signed in.
 * - `home`: the screen that everybody begins on, with the parts of other features that stand on it.
 * - `rows`: conversations as they stand in lists.
 * - `chat`, `session`: the chat's words and button; its state and hub. Fetched once the shell shows.
 * - `following`: small things of the shell's second picture, which everybody fetches then.
 * - `overlays`: what hangs from buttons and lies over screens, fetched once the shell shows.
 * - `shared`: contracts and rules that several screens have in common and the shell hasn't.
 * - `meetings`: what calls, the calendar and the chat know of meetings.
 * - `papers`: what the documents, 'Paste image', the FAQ and the search have in common.
 * - `offers`: booking windows and campaigns.
 * - `request-talk`: the conversation about a request.
 * - `performance`: what the pages of performance have in common.
 * - `working-day`: what Tracker's pages have in common.
 * - `mail`, `people`, `apps`: what few pages have in common: set-up, adaptors and the e-mail log; pages of
 *   people; others' apps.
 * - `codes`: QR codes.
 * - `searching`, `sanitiser`, `common`: what several screens have in common and the shell hasn't.
 */
export function chunkGroups(): NonNullable<Splitting['groups']> {
  const needed: { shell?: ReadonlySet<string>; signIn?: ReadonlySet<string> } = {}
  return [
    { name: 'first', tags: ['$initial'], priority: 6 },
    { name: 'react', test: REACT, priority: 5.5 },
    { name: 'start', test: START, priority: 5 },
    { name: 'queries', test: QUERIES, priority: 4.8 },
    {
      debugName: 'form',
      name(id, modules) {
        needed.signIn ??= neededBy([SIGN_IN], modules)
        return needed.signIn.has(id) ? 'form' : null
      },
      minShareCount: 2,
      priority: 4.5,
    },
    {
      debugName: 'kit',
      test: KIT,
      name(id, modules) {
        needed.shell ??= neededBy([SHELL, FIRST_SCREEN], modules)
        return needed.shell.has(id) ? 'kit' : null
      },
      minShareCount: 2,
      priority: 4,
    },
    { name: 'shell', test: SHELL_GROUP, priority: 3 },
    { name: 'rows', test: ROWS, priority: 2.6 },
    { name: 'home', test: HOME_GROUP, priority: 2.5 },
    { name: 'chat', test: CHAT, priority: 2.3 },
    { name: 'session', test: SESSION, priority: 2.2 },
    { name: 'overlays', test: OVERLAYS, priority: 2 },
    { name: 'following', test: FOLLOWING, priority: 1.5 },
    { name: 'meetings', test: MEETINGS, minShareCount: 2, priority: 1.3 },
    { name: 'papers', test: PAPERS, minShareCount: 2, priority: 1.3 },
    { name: 'quality', test: QUALITY, minShareCount: 2, priority: 1.3 },
    { name: 'performance', test: PERFORMANCE, minShareCount: 2, priority: 1.3 },
    { name: 'outcomes', test: OUTCOMES, minShareCount: 2, priority: 1.3 },
    { name: 'working-day', test: WORKING_DAY, minShareCount: 2, priority: 1.25 },
    { name: 'request-talk', test: REQUEST_TALK, minShareCount: 2, priority: 1.25 },
    { name: 'offers', test: OFFERS, minShareCount: 2, priority: 1.24 },
    { name: 'live', test: LIVE, minShareCount: 2, priority: 1.24 },
    {
      name: 'shared',
      test: (id) => SHARED.test(id) && !COMPANY.test(id) && !TEAM_USERS.test(id) && !HR.test(id),
      minShareCount: 2,
      priority: 1.2,
    },
    // After what it has of these, so that they don't bring it along.
    { name: 'hr', test: HR, minShareCount: 2, priority: 1.15 },
    { name: 'task-things', test: TASK_THINGS, minShareCount: 2, priority: 1.2 },
    { name: 'records', test: RECORDS, minShareCount: 2, priority: 1.15 },
    { name: 'roles', test: ROLES, minShareCount: 2, priority: 1.1 },
    { name: 'mail', test: MAIL, minShareCount: 2, priority: 1.1 },
    { name: 'people', test: PEOPLE, minShareCount: 2, priority: 1.1 },
    { name: 'team-users', test: TEAM_USERS, minShareCount: 2, priority: 1.05 },
    { name: 'apps', test: APPS, minShareCount: 2, priority: 1.1 },
    { name: 'codes', test: CODES, minShareCount: 2, priority: 1.1 },
    { name: 'searching', test: (id) => SEARCHING.test(id) && !RARE.test(id), priority: 1 },
    { name: 'sanitiser', test: SANITISER, priority: 1 },
    {
      name: 'common',
      test: (id) => KIT.test(id) && !RARE.test(id) && !COMPANY.test(id),
      minShareCount: 2,
      priority: 0,
    },
  ]
}
