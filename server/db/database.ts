import {
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { lookAtPostgres, openPostgres, postgresMigrations } from './dialect/postgres/open-postgres.ts'
import { traitsOf } from './dialect/traits.ts'
import * as peopleAndChat from './migrations/0001-people-and-chat.ts'
import * as signInAndSession from './migrations/0002-sign-in-and-session.ts'
import * as profilePictures from './migrations/0003-profile-pictures.ts'
import * as personalTools from './migrations/0005-personal-tools.ts'
import * as liveShell from './migrations/0006-live-shell.ts'
import * as publicAndOnboarding from './migrations/0007-public-and-onboarding.ts'
import * as settings from './migrations/0008-settings.ts'
import * as hardware from './migrations/0009-hardware-and-remote-desktops.ts'
import * as toolCredentials from './migrations/0010-tool-credentials.ts'
import * as ticketsAndNotifications from './migrations/0011-tickets-and-notifications.ts'
import * as chatWhole from './migrations/0012-chat-whole.ts'
import * as tasks from './migrations/0013-tasks.ts'
import * as attemptsAndKnownPlaces from './migrations/0014-attempts-and-known-places.ts'
import * as noWifiBands from './migrations/0015-no-wifi-bands.ts'
import * as topicPeople from './migrations/0016-topic-people.ts'
import * as endsOfSignIns from './migrations/0017-ends-of-sign-ins.ts'
import * as checklist from './migrations/0019-checklist.ts'
import * as moodQuestions from './migrations/0020-mood-questions.ts'
import * as tasksWhole from './migrations/0021-tasks-whole.ts'
import * as profile from './migrations/0022-profile.ts'
import * as speedTestServers from './migrations/0023-speed-test-servers.ts'
import * as credentialTimes from './migrations/0028-credential-times.ts'
import * as vault from './migrations/0029-vault.ts'
import * as activitySessions from './migrations/0032-activity-sessions.ts'
import * as thirdPartyApps from './migrations/0033-third-party-apps.ts'
import * as mobileCodes from './migrations/0034-mobile-codes.ts'
import * as calendar from './migrations/0035-calendar.ts'
import * as calendarReminders from './migrations/0038-calendar-reminders.ts'
import * as bookingGuards from './migrations/0039-booking-guards.ts'
import * as issueSessions from './migrations/0040-issue-sessions.ts'
import * as taskLists from './migrations/0041-task-lists.ts'
import * as oauthApps from './migrations/0042-oauth-apps.ts'
import * as faq from './migrations/0043-faq.ts'
import * as records from './migrations/0044-records.ts'
import * as vaultShared from './migrations/0045-vault-shared.ts'
import * as roles from './migrations/0046-roles.ts'
import * as roleTimes from './migrations/0047-role-times.ts'
import * as installation from './migrations/0048-installation.ts'
import * as tenant from './migrations/0049-tenant.ts'
import * as openMoodQuestions from './migrations/0050-open-mood-questions.ts'
import * as people from './migrations/0051-people.ts'
import * as backgroundServices from './migrations/0052-background-services.ts'
import * as auditChain from './migrations/0053-audit-chain.ts'
import * as mailQueue from './migrations/0054-mail-queue.ts'
import * as systemFlags from './migrations/0055-system-flags.ts'
import * as vaultCompanyKey from './migrations/0056-vault-company-key.ts'
import * as peopleKept from './migrations/0060-people-kept.ts'
import * as peopleImports from './migrations/0061-people-imports.ts'
import * as leavers from './migrations/0065-leavers.ts'
import * as access from './migrations/0066-access.ts'
import * as erasureDue from './migrations/0067-erasure-due.ts'
import * as shifts from './migrations/0070-shifts.ts'
import * as areas from './migrations/0071-areas.ts'
import * as contractTermsAndRates from './migrations/0072-contract-terms-and-rates.ts'
import * as skillReminders from './migrations/0073-skill-reminders.ts'
import * as settingHistory from './migrations/0077-setting-history.ts'
import * as legalTexts from './migrations/0078-legal-texts.ts'
import * as apiKeys from './migrations/0083-api-keys.ts'
import * as webhooks from './migrations/0084-webhooks.ts'
import * as inbound from './migrations/0085-inbound.ts'
import * as singleSignOn from './migrations/0086-single-sign-on.ts'
import * as scim from './migrations/0087-scim.ts'
import * as errorLog from './migrations/0090-error-log.ts'
import * as privacy from './migrations/0091-privacy.ts'
import * as supportHome from './migrations/0096-support-home.ts'
import * as announcements from './migrations/0097-announcements.ts'
import * as bulkMail from './migrations/0098-bulk-mail.ts'
import * as fileHashes from './migrations/0100-file-hashes.ts'
import * as roleCredentials from './migrations/0105-role-credentials.ts'
import * as credentialImports from './migrations/0106-credential-imports.ts'
import * as reports from './migrations/0110-reports.ts'
import * as agreementRounds from './migrations/0115-agreement-rounds.ts'
import * as experimentals from './migrations/0116-experimentals.ts'
import * as messageQueue from './migrations/0117-message-queue.ts'
import * as mailFooter from './migrations/0118-mail-footer.ts'
import * as helpCentre from './migrations/0120-help-centre.ts'
import * as endedSessions from './migrations/0121-ended-sessions.ts'
import * as ssoInClient from './migrations/0122-sso-in-client.ts'
import * as mustEnrol from './migrations/0125-must-enrol.ts'
import * as companyPictures from './migrations/0127-company-pictures.ts'
import * as severalServers from './migrations/0129-several-servers.ts'
import * as liveState from './migrations/0131-live-state.ts'
import * as askedLinks from './migrations/0132-asked-links.ts'
import * as tenantDomains from './migrations/0137-tenant-domains.ts'
import * as sms from './migrations/0138-sms.ts'
import * as ticketClocks from './migrations/0142-ticket-clocks.ts'
import * as ticketTeams from './migrations/0145-ticket-teams.ts'
import * as credentialImportsRun from './migrations/0146-credential-imports-run.ts'
import * as whatsAppPush from './migrations/0147-whatsapp-push.ts'
import * as interviewRecords from './migrations/0150-interview-records.ts'
import * as servicesOutside from './migrations/0151-services-outside.ts'
import * as holidayEntries from './migrations/0152-holiday-entries.ts'
import * as attendance from './migrations/0155-attendance.ts'
import * as livePanel from './migrations/0160-live-panel.ts'
import * as liveStates from './migrations/0165-live-states.ts'
import * as quality from './migrations/0170-quality.ts'
import * as plannedShifts from './migrations/0175-planned-shifts.ts'
import * as shiftPatterns from './migrations/0176-shift-patterns.ts'
import * as applicants from './migrations/0180-applicants.ts'
import * as addressLookups from './migrations/0181-address-lookups.ts'
import * as requestedShifts from './migrations/0185-requested-shifts.ts'
import * as shiftRequests from './migrations/0186-shift-requests.ts'
import * as bookingWindows from './migrations/0187-booking-windows.ts'
import * as campaigns from './migrations/0188-campaigns.ts'
import * as allocation from './migrations/0192-allocation.ts'
import * as dashboardLayouts from './migrations/0196-dashboard-layouts.ts'
import * as kpis from './migrations/0197-kpis.ts'
import * as callingHours from './migrations/0201-calling-hours.ts'
import * as demoClock from './migrations/0202-demo-clock.ts'
import * as emailVerifications from './migrations/0205-email-verifications.ts'
import * as hiring from './migrations/0206-hiring.ts'
import * as payQueries from './migrations/0208-pay-queries.ts'
import * as powerReports from './migrations/0210-power-reports.ts'
import * as pageExports from './migrations/0211-page-exports.ts'
import * as callsByEnd from './migrations/0212-calls-by-end.ts'
import * as trackerHome from './migrations/0213-tracker-home.ts'
import * as training from './migrations/0217-training.ts'
import * as absenceCases from './migrations/0218-absence-cases.ts'
import * as interactions from './migrations/0219-interactions.ts'
import * as usersOfPages from './migrations/0221-users-of-pages.ts'
import * as quests from './migrations/0222-quests.ts'
import * as pips from './migrations/0223-pips.ts'
import * as shiftLockReasons from './migrations/0225-shift-lock-reasons.ts'
import * as notificationBursts from './migrations/0226-notification-bursts.ts'
import * as dataImportChecks from './migrations/0227-data-import-checks.ts'
import * as callSeats from './migrations/0228-call-seats.ts'
import * as immediateMeetings from './migrations/0229-immediate-meetings.ts'
import * as agencyContracts from './migrations/0231-agency-contracts.ts'
import * as holidayWarnings from './migrations/0232-holiday-warnings.ts'
import * as returnToWork from './migrations/0240-return-to-work.ts'
import * as pipDecisions from './migrations/0241-pip-decisions.ts'
import * as absenceSteps from './migrations/0242-absence-steps.ts'
import * as machinesAway from './migrations/0250-machines-away.ts'
import * as callEntries from './migrations/0270-call-entries.ts'
import * as meetingRecords from './migrations/0271-meeting-records.ts'
import * as callRooms from './migrations/0290-call-rooms.ts'
import * as unreachedAddresses from './migrations/0300-unreached-addresses.ts'
import * as flagsOfProjects from './migrations/0301-flags-of-projects.ts'
import * as dashboardPins from './migrations/0330-dashboard-pins.ts'
import * as shiftPickUps from './migrations/0331-shift-pick-ups.ts'
import * as callStatistics from './migrations/0340-call-statistics.ts'
import * as importRefusals from './migrations/0341-import-refusals.ts'
import * as agencyRooms from './migrations/0342-agency-rooms.ts'
import * as feedbackTalks from './migrations/0345-feedback-talks.ts'
import * as holidayReminders from './migrations/0346-holiday-reminders.ts'
import * as meetingActions from './migrations/0351-meeting-actions.ts'
import * as contractTypesEnd from './migrations/0352-contract-types-end.ts'
import * as requestWords from './migrations/0360-request-words.ts'
import * as callHosts from './migrations/0380-call-hosts.ts'
import * as meetingFiles from './migrations/0381-meeting-files.ts'
import * as mediaEngines from './migrations/0382-media-engines.ts'
import * as requestTalk from './migrations/0390-request-talk.ts'
import * as shiftMail from './migrations/0391-shift-mail.ts'
import * as patternColour from './migrations/0420-pattern-colour.ts'
import * as shiftProposals from './migrations/0440-shift-proposals.ts'
import * as plannerLooks from './migrations/0441-planner-looks.ts'
import * as surveyPlans from './migrations/0442-survey-plans.ts'
import * as filtersByPerson from './migrations/0450-filters-by-person.ts'
import * as targetsWithdrawn from './migrations/0470-targets-withdrawn.ts'
import * as importMatches from './migrations/0471-import-matches.ts'
import { otherVersionWords } from './other-version.ts'
import type { Schema } from './schema.ts'
import { FAULT_WORDS, storageFault } from './storage-faults.ts'
import { UnitDialect } from './unit-dialect.ts'

export type Database = Kysely<Schema>

/** Migrations in the order they are applied; names are kept forever. */
export const MIGRATIONS = {
  '0001-people-and-chat': peopleAndChat,
  '0002-sign-in-and-session': { up: signInAndSession.up },
  '0003-profile-pictures': profilePictures,
  '0005-personal-tools': { up: personalTools.up },
  '0006-live-shell': liveShell,
  '0007-public-and-onboarding': publicAndOnboarding,
  '0008-settings': settings,
  '0010-tool-credentials': toolCredentials,
  '0011-tickets-and-notifications': ticketsAndNotifications,
  '0009-hardware-and-remote-desktops': hardware,
  '0012-chat-whole': { up: chatWhole.up },
  '0013-tasks': tasks,
  '0014-attempts-and-known-places': attemptsAndKnownPlaces,
  '0015-no-wifi-bands': noWifiBands,
  '0016-topic-people': topicPeople,
  '0017-ends-of-sign-ins': endsOfSignIns,
  '0019-checklist': checklist,
  '0020-mood-questions': moodQuestions,
  '0021-tasks-whole': { up: tasksWhole.up },
  '0022-profile': profile,
  '0023-speed-test-servers': speedTestServers,
  '0028-credential-times': credentialTimes,
  '0029-vault': vault,
  '0032-activity-sessions': activitySessions,
  '0033-third-party-apps': thirdPartyApps,
  '0034-mobile-codes': mobileCodes,
  '0035-calendar': calendar,
  '0038-calendar-reminders': calendarReminders,
  '0039-booking-guards': bookingGuards,
  '0040-issue-sessions': issueSessions,
  '0041-task-lists': taskLists,
  '0042-oauth-apps': oauthApps,
  '0043-faq': faq,
  '0044-records': records,
  '0045-vault-shared': vaultShared,
  '0046-roles': { up: roles.up },
  '0047-role-times': roleTimes,
  '0048-installation': installation,
  '0049-tenant': tenant,
  '0050-open-mood-questions': openMoodQuestions,
  '0051-people': people,
  '0052-background-services': backgroundServices,
  '0053-audit-chain': auditChain,
  '0054-mail-queue': mailQueue,
  '0055-system-flags': systemFlags,
  '0060-people-kept': peopleKept,
  '0065-leavers': leavers,
  '0061-people-imports': peopleImports,
  '0066-access': access,
  '0067-erasure-due': erasureDue,
  '0070-shifts': shifts,
  '0071-areas': areas,
  '0072-contract-terms-and-rates': contractTermsAndRates,
  '0073-skill-reminders': skillReminders,
  '0077-setting-history': settingHistory,
  '0078-legal-texts': legalTexts,
  '0115-agreement-rounds': agreementRounds,
  '0116-experimentals': experimentals,
  '0117-message-queue': messageQueue,
  '0118-mail-footer': mailFooter,
  '0083-api-keys': apiKeys,
  '0084-webhooks': webhooks,
  '0085-inbound': inbound,
  '0100-file-hashes': fileHashes,
  '0110-reports': reports,
  '0105-role-credentials': roleCredentials,
  '0106-credential-imports': credentialImports,
  '0056-vault-company-key': vaultCompanyKey,
  '0096-support-home': supportHome,
  '0097-announcements': announcements,
  '0098-bulk-mail': bulkMail,
  '0120-help-centre': helpCentre,
  '0121-ended-sessions': endedSessions,
  '0090-error-log': errorLog,
  '0091-privacy': privacy,
  '0086-single-sign-on': singleSignOn,
  '0087-scim': scim,
  '0122-sso-in-client': ssoInClient,
  '0125-must-enrol': mustEnrol,
  '0127-company-pictures': companyPictures,
  '0129-several-servers': severalServers,
  '0131-live-state': liveState,
  '0132-asked-links': askedLinks,
  '0137-tenant-domains': tenantDomains,
  '0138-sms': sms,
  '0142-ticket-clocks': ticketClocks,
  '0145-ticket-teams': ticketTeams,
  '0146-credential-imports-run': credentialImportsRun,
  '0147-whatsapp-push': whatsAppPush,
  '0150-interview-records': interviewRecords,
  '0151-services-outside': servicesOutside,
  '0152-holiday-entries': holidayEntries,
  '0155-attendance': attendance,
  '0160-live-panel': livePanel,
  '0165-live-states': liveStates,
  '0170-quality': quality,
  '0175-planned-shifts': plannedShifts,
  '0176-shift-patterns': shiftPatterns,
  '0180-applicants': applicants,
  '0181-address-lookups': addressLookups,
  '0185-requested-shifts': requestedShifts,
  '0186-shift-requests': shiftRequests,
  '0187-booking-windows': bookingWindows,
  '0188-campaigns': campaigns,
  '0192-allocation': allocation,
  '0196-dashboard-layouts': dashboardLayouts,
  '0197-kpis': kpis,
  '0201-calling-hours': callingHours,
  '0202-demo-clock': demoClock,
  '0205-email-verifications': emailVerifications,
  '0206-hiring': hiring,
  '0208-pay-queries': payQueries,
  '0210-power-reports': powerReports,
  '0211-page-exports': pageExports,
  '0212-calls-by-end': callsByEnd,
  '0213-tracker-home': trackerHome,
  '0217-training': training,
  '0218-absence-cases': absenceCases,
  '0219-interactions': interactions,
  '0221-users-of-pages': usersOfPages,
  '0222-quests': quests,
  '0223-pips': pips,
  '0225-shift-lock-reasons': shiftLockReasons,
  '0226-notification-bursts': notificationBursts,
  '0227-data-import-checks': dataImportChecks,
  '0228-call-seats': callSeats,
  '0229-immediate-meetings': immediateMeetings,
  '0231-agency-contracts': agencyContracts,
  '0232-holiday-warnings': holidayWarnings,
  '0240-return-to-work': returnToWork,
  '0241-pip-decisions': pipDecisions,
  '0242-absence-steps': absenceSteps,
  '0250-machines-away': machinesAway,
  '0270-call-entries': callEntries,
  '0271-meeting-records': meetingRecords,
  '0290-call-rooms': callRooms,
  '0300-unreached-addresses': unreachedAddresses,
  '0301-flags-of-projects': flagsOfProjects,
  '0330-dashboard-pins': dashboardPins,
  '0331-shift-pick-ups': shiftPickUps,
  '0340-call-statistics': callStatistics,
  '0341-import-refusals': importRefusals,
  '0342-agency-rooms': agencyRooms,
  '0345-feedback-talks': feedbackTalks,
  '0346-holiday-reminders': holidayReminders,
  '0351-meeting-actions': meetingActions,
  '0352-contract-types-end': contractTypesEnd,
  '0360-request-words': requestWords,
  '0380-call-hosts': callHosts,
  '0381-meeting-files': meetingFiles,
  '0382-media-engines': mediaEngines,
  '0390-request-talk': requestTalk,
  '0391-shift-mail': shiftMail,
  '0420-pattern-colour': patternColour,
  '0440-shift-proposals': shiftProposals,
  '0441-planner-looks': plannerLooks,
  '0442-survey-plans': surveyPlans,
  '0450-filters-by-person': filtersByPerson,
  '0470-targets-withdrawn': targetsWithdrawn,
  '0471-import-matches': importMatches,
}

const IN_MEMORY = ':memory:'

/** How long a statement waits for another process's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/**
 * Adapts node:sqlite to Kysely's SQLite dialect. Prepared statements are kept, since preparing costs more
 * than running.
 */
function kyselyView(sqlite: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const statement = sqlite.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
      // After a full disk SQLite has rolled back by itself. A rollback that fails for that reason would hide
      // the real error.
      const isDone = () => sql === 'rollback' && !sqlite.isTransaction
      const prepared: ReturnType<SqliteDatabase['prepare']> = {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) =>
          isDone() ? { changes: 0, lastInsertRowid: 0 } : statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
      // Lists of changing length make statements of their own; the oldest are dropped.
      if (statements.size >= 500) statements.delete(statements.keys().next().value ?? '')
      statements.set(sql, prepared)
      return prepared
    },
  }
}

/** A file that this server won't touch; the message says which, and why. */
export class UnusableDatabaseError extends Error {
  constructor(file: string, why: string, cause?: unknown) {
    super(`${file} ${why}`, { cause })
    this.name = 'UnusableDatabaseError'
  }
}

/** Marks a database as this product's, in the header field that SQLite has for that ('FWRK'). */
const APPLICATION_ID = 0x4657524b

/** The error in words for a person, where it says that the file can't be used. */
export function withFile(file: string, error: unknown): unknown {
  const fault = error instanceof UnusableDatabaseError ? null : storageFault(error)
  return fault === null ? error : new UnusableDatabaseError(file, FAULT_WORDS[fault], error)
}

function single(sqlite: DatabaseSync, query: string): unknown {
  return Object.values(sqlite.prepare(query).get() ?? {})[0]
}

/** @throws UnusableDatabaseError for another program's database. Reads only. */
function assertOurs(sqlite: DatabaseSync, file: string): void {
  const tables = single(sqlite, 'select count(*) from sqlite_schema')
  if (tables !== 0 && single(sqlite, 'pragma application_id') !== APPLICATION_ID) {
    throw new UnusableDatabaseError(file, 'is the database of another program.')
  }
}

const FILE_HEADER = 'SQLite format 3\0'

const EMPTY = 'is empty: what it held is lost. Put a backup in its place, or begin afresh with --reset.'

/** A database in memory as the migrations leave it: they take fifty times as long as a copy. */
let migrated: Uint8Array | null = null

async function migratedImage(): Promise<Uint8Array> {
  if (migrated !== null) return migrated
  const sqlite = connect(IN_MEMORY)
  const db = databaseOver(sqlite, IN_MEMORY)
  await migrate(db, IN_MEMORY)
  migrated = sqlite.serialize()
  await db.destroy()
  return migrated
}

/**
 * Makes a file that is marked as ours and has its schema before it gets its name. So an empty file always means
 * that data was lost, and a first start that is killed leaves none that is half made.
 */
async function createDatabaseFile(file: string): Promise<void> {
  const unfinished = `${file}-new`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, await migratedImage(), { flush: true })
  renameSync(unfinished, file)
}

/**
 * SQLite treats an empty or very short file as a new one and writes over it, so it must not open such a file.
 */
function assertDatabaseFile(file: string): void {
  if (statSync(file).size === 0) throw new UnusableDatabaseError(file, EMPTY)
  const descriptor = openSync(file, 'r')
  const header = Buffer.alloc(FILE_HEADER.length)
  readSync(descriptor, header, 0, header.length, 0)
  closeSync(descriptor)
  if (header.toString('latin1') !== FILE_HEADER) throw new UnusableDatabaseError(file, 'is not a database.')
}

/** Whether it was made now. */
async function prepareFile(file: string): Promise<boolean> {
  mkdirSync(dirname(file), { recursive: true })
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined
  if (isThere) assertDatabaseFile(file)
  else await createDatabaseFile(file)
  return !isThere
}

function connect(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file)
  try {
    assertOurs(sqlite, file)
    sqlite.exec(
      `pragma application_id = ${APPLICATION_ID}; pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma foreign_keys = on; pragma busy_timeout = ${BUSY_TIMEOUT_MS};`,
    )
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** Names of the migrations that this build knows. */
export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS)

const files = new WeakMap<Database, string>()

function databaseOver(sqlite: DatabaseSync, file: string): Database {
  const dialect = new SqliteDialect({ database: kyselyView(sqlite) })
  const db = new Kysely<Schema>({ dialect: new UnitDialect(dialect) })
  files.set(db, file)
  return db
}

/** Where a database was opened; `:memory:` for one without a file. */
export const databaseFile = (db: Database): string => files.get(db) ?? IN_MEMORY

/** Read once: who asks whether the server is ready asks for it again and again. */
let forPostgres: Record<string, Migration> | undefined

function migrationsOf(db: Database): Record<string, Migration> {
  if (traitsOf(db).kind === 'sqlite') return MIGRATIONS
  forPostgres ??= postgresMigrations(MIGRATIONS)
  return forPostgres
}

/** Migrations that this build has and the database hasn't, by name. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const all = migrationsOf(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
  return (await migrator.getMigrations()).flatMap(({ name, executedAt }) => (executedAt ? [] : [name]))
}

/** @throws what a migration throws. */
async function migrate(db: Database, file: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  await db.destroy()
  const words = otherVersionWords(error)
  if (words !== null) throw new UnusableDatabaseError(file, words, error)
  throw error
}

/** Statements that would change something; a look leaves them out. */
const CHANGES = /^\s*(?:insert|update|delete|create|drop|alter)\b/i

/**
 * Opens a database to look at it, whatever build wrote it: nothing is migrated, and what would be written isn't.
 * @throws UnusableDatabaseError
 */
export function openForLooking(file: string): Database {
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true })
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    const view = kyselyView(sqlite)
    const dialect = new SqliteDialect({
      database: {
        ...view,
        prepare(sql) {
          const run = () => ({ changes: 0, lastInsertRowid: 0 })
          return CHANGES.test(sql) ? { ...view.prepare(sql), run, all: () => [] } : view.prepare(sql)
        },
      },
    })
    const db = new Kysely<Schema>({ dialect: new UnitDialect(dialect) })
    files.set(db, file)
    return db
  } catch (error) {
    throw withFile(file, error)
  }
}

/**
 * A PostgreSQL as it is, to look at it. @param file beside which its keys are
 * @throws UnusablePostgresError
 */
export async function lookIntoPostgres(file: string, url: string): Promise<Database> {
  const db = await lookAtPostgres<Schema>(url)
  files.set(db, file)
  return db
}

/**
 * Opens the database and brings its schema up to date; makes file and folder where there are none. `:memory:`
 * opens one that ends with the process. @throws UnusableDatabaseError where the file isn't a database of this
 * product, is of a newer version, or is empty, damaged, cut short, read-only or without room; or what a
 * migration throws. The file is unchanged then.
 */
export async function openDatabase(file: string, url?: string | null, open?: Database): Promise<Database> {
  if (open) {
    files.set(open, file)
    return open
  }
  if (url) {
    const db = await openPostgres<Schema>(url, MIGRATIONS)
    files.set(db, file)
    return db
  }
  try {
    if (file === IN_MEMORY) {
      const sqlite = connect(file)
      sqlite.deserialize(await migratedImage())
      return databaseOver(sqlite, file)
    }
    const isNew = await prepareFile(file)
    const db = databaseOver(connect(file), file)
    if (!isNew) await migrate(db, file)
    return db
  } catch (error) {
    throw withFile(file, error)
  }
}
