import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { absenceCasesService } from '../absence/case-upkeep.ts'
import { tellMoved } from '../allocation/advisory-handlers.ts'
import { completeFields } from '../allocation/project-status.ts'
import { ApplicantImports } from '../applicants/applicant-imports.ts'
import { shiftUpkeepService } from '../attendance/shift-upkeep.ts'
import type { AuditChain } from '../audit/audit-chain.ts'
import type { SignedPoint } from '../audit/audit-key.ts'
import { auditRootService } from '../audit/audit-root-service.ts'
import { type BackupPlan, backupServices } from '../backup/backup-services.ts'
import { bulkMailService } from '../bulk-mail/bulk-mail-service.ts'
import { BulkMails } from '../bulk-mail/bulk-mails.ts'
import { Reminders } from '../calendar/reminders.ts'
import type { ChatPublisher } from '../chat/publisher.ts'
import { tidy } from '../db/durability.ts'
import { purgeDeleted } from '../documents/purge-deleted.ts'
import { PageExports } from '../exports/page-exports.ts'
import { fileSweepService } from '../files/file-sweep-service.ts'
import { type Connection, flagChecksService } from '../flags/flag-checks.ts'
import { FLAG_WATCHERS } from '../flags/watchers.ts'
import type { Auth, Foundations } from '../foundations.ts'
import { questService } from '../gamification/settle.ts'
import { tellQuest } from '../gamification/watchers.ts'
import { holidayAccrualService } from '../holiday-balance/year-end-warnings.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { SurveySync, surveySyncService } from '../interviews/survey-sync.ts'
import { leaversService } from '../leavers/leavers-service.ts'
import type { createEndings, Hubs } from '../live.ts'
import { mailReportsService } from '../mail/delivery-reports.ts'
import { type MessageQueue, messageQueueService } from '../messages/message-queue.ts'
import { PeopleImports } from '../people/import/people-imports.ts'
import { SuspensionEnds } from '../people/suspensions.ts'
import type { ErasuresFile } from '../privacy/erasures-file.ts'
import type { PersonExports } from '../privacy/exports.ts'
import { privacyServices } from '../privacy/privacy-services.ts'
import { qualityUpkeepService } from '../qc/upkeep.ts'
import { tellQuality } from '../qc/watchers.ts'
import { ReportRuns } from '../reports/report-runs.ts'
import { reportsService } from '../reports/reports-service.ts'
import { followTalk } from '../request-talk/request-talk.ts'
import { talkedShift } from '../request-talk/shift-talk.ts'
import { EmailVerifications, emailVerificationService } from '../research/email-verifications.ts'
import { retentionService } from '../retention/retention-service.ts'
import { returnToWorkService } from '../return-to-work/due-forms.ts'
import { PersonalEnds } from '../roles/personal-ends.ts'
import type { TellSettled } from '../roles/tell-settled.ts'
import { type Schedule, systemSchedule } from '../schedule.ts'
import { requireShiftRequest } from '../shift-requests/stored.ts'
import { isLivingDemo } from '../simulator/living-demo.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { simulatorService } from '../simulator/simulator-service.ts'
import { skillExpiryService } from '../skills/expiry-service.ts'
import { campaignsService } from '../slots/campaigns-handlers.ts'
import { bookingWindowsService, tellShiftRequests } from '../slots/opening.ts'
import { credentialExpiryService } from '../tools/credential-expiry.ts'
import { CredentialImports } from '../tools/credential-imports.ts'
import { moveUpAll } from '../training/tell.ts'
import { webhookService } from '../webhooks/webhook-service.ts'
import { BackgroundServices } from './background-services.ts'
import { housekeepingServices } from './housekeeping.ts'
import type { BackgroundService } from './service.ts'
import { tellFailing } from './tell-failing.ts'
import { JOB_WATCHERS } from './watchers.ts'

/** What services are made from. */
export interface ServiceParts extends Foundations {
  readonly auth: Auth
  readonly hubs: Hubs
  /** Tells of messages; null while the server isn't whole yet. */
  readonly hub: () => ChatPublisher | null
  readonly endings: ReturnType<typeof createEndings>
  readonly idempotency: Idempotency
  readonly tellSettled: TellSettled
  readonly auditChain: AuditChain
  /** Signed roots that are kept where the database isn't. */
  readonly keptRoots: () => readonly SignedPoint[]
  /** Where the data are; null where they are in memory. */
  readonly dataFolder: string | null
  readonly connection: () => Connection
  /** Null where there is nothing to back up. */
  readonly backups: BackupPlan | null
  readonly exports: PersonExports
  readonly messages: MessageQueue
  readonly erasures: ErasuresFile
  readonly simulator: () => Promise<Simulator | null>
  readonly schedule?: Schedule | undefined
}

const surveySync = (parts: ServiceParts) =>
  new SurveySync({
    ...parts,
    rules: parts.deliveries.rules,
    onPeople: (userIDs) => {
      for (const userID of userIDs)
        parts.hubs.main.toUser(userID, 'workingDayChange', [{ entity: 'INTERVIEW_RECORD', ids: [] }])
    },
  })

/** Every background service of this server, in the order in which the page shows them. A new one is one line here. */
function allServices(
  parts: ServiceParts,
  upkeep: () => Promise<number>,
  /** Nobody else has a day that is played. */
  isDemo: boolean,
): readonly BackgroundService[] {
  const { db, clock, auth, hubs, endings, tellSettled } = parts
  return [
    ...housekeepingServices({
      ...parts,
      ...auth,
      ...endings,
      purgeDeleted: () => purgeDeleted(db, clock),
      meetings: hubs.shell.meetings,
      reminders: new Reminders({ db, publisher: hubs.tickets }),
      personalEnds: new PersonalEnds({ db, tell: tellSettled }),
      peopleImports: new PeopleImports({ ...parts, ...auth, windows: null }),
      applicantImports: new ApplicantImports(parts),
      credentialImports: new CredentialImports({ ...parts, personChanged: endings.personChanged }),
      suspensionEnds: new SuspensionEnds({ db, clock, personChanged: endings.personChanged }),
      upkeep,
    }),
    fileSweepService(parts),
    messageQueueService(parts.messages),
    mailReportsService(parts),
    webhookService(parts),
    surveySyncService(surveySync(parts)),
    emailVerificationService(new EmailVerifications({ ...parts, rules: parts.deliveries.rules })),
    leaversService({
      ...{ db, clock, ...auth, ...endings },
      publisher: hubs.tickets,
      shell: hubs.shell,
    }),
    shiftUpkeepService({
      ...{ db, publisher: hubs.tickets },
      tellActivity: hubs.shell.tellActivity,
      tellAtRisk: hubs.shell.tellAtRisk,
      moveUpTrainings: (now) => moveUpAll({ db, publisher: hubs.tickets, shell: hubs.shell }, now),
      async completeFields(now) {
        const moved = await completeFields(db, now)
        await tellMoved({ db, shell: hubs.shell, publisher: hubs.tickets }, moved)
        return moved.length
      },
      tellRequests: async (ids) => {
        await tellShiftRequests(db, hubs.shell, ids)
        const hub = parts.hub()
        if (hub)
          for (const id of ids)
            await followTalk({ db, clock, hub }, talkedShift(await requireShiftRequest(db, id)))
      },
    }),
    bookingWindowsService({ db, publisher: hubs.tickets, shell: hubs.shell }),
    campaignsService({ db, publisher: hubs.tickets, shell: hubs.shell }),
    qualityUpkeepService({
      ...{ db, publisher: hubs.tickets },
      tell: (userID, id) => tellQuality(hubs.main, { entity: 'QC_REVIEW', ids: [id] }, [userID]),
    }),
    questService({
      ...{ db, publisher: hubs.tickets },
      tell: (questID, userIDs) => tellQuest(hubs.main, questID, userIDs),
      cheer: (userIDs, icon, message) =>
        hubs.shell.messages.send(userIDs, {
          kind: 'QUEST',
          senderID: SYSTEM_USER_ID,
          senderName: '',
          icon,
          message,
        }),
    }),
    auditRootService(parts),
    ...backupServices({ db, clock, plan: parts.backups }),
    skillExpiryService({ db, publisher: hubs.tickets }),
    holidayAccrualService({ db, publisher: hubs.tickets }),
    absenceCasesService({
      ...{ db, publisher: hubs.tickets },
      tell: (userIDs, id) => {
        for (const userID of userIDs)
          hubs.main.toUser(userID, 'workingDayChange', [{ entity: 'ABSENCE', ids: [id] }])
      },
    }),
    returnToWorkService({
      ...{ db, publisher: hubs.tickets },
      tell: (userIDs, id) => {
        for (const userID of userIDs)
          hubs.main.toUser(userID, 'workingDayChange', [{ entity: 'RETURN_TO_WORK', ids: [id] }])
      },
    }),
    flagChecksService({
      ...parts,
      tellExperimentals: () => hubs.main.toAll('experimentalsChanged', []),
    }),
    credentialExpiryService({ db, publisher: hubs.tickets }),
    bulkMailService(new BulkMails(parts)),
    reportsService(
      new ReportRuns({ ...parts, publisher: hubs.tickets }),
      { ...parts, publisher: hubs.tickets },
      new PageExports({ ...parts, publisher: hubs.tickets }),
    ),
    retentionService(parts),
    ...(isDemo ? [simulatorService(parts)] : []),
    ...privacyServices(parts),
  ]
}

/** The services, each with its row, ready to tick. */
export async function createBackgroundServices(parts: ServiceParts): Promise<BackgroundServices> {
  const { db, hubs, schedule = systemSchedule } = parts
  const services: BackgroundServices = new BackgroundServices(
    {
      ...parts,
      schedule,
      onChange: (key) => {
        hubs.main.toGroup(JOB_WATCHERS, 'jobChanged', [{ key }])
        // Flags that nobody raises by hand are raised and cleared by services.
        hubs.main.toGroup(FLAG_WATCHERS, 'systemFlagsChanged', [])
      },
      onFailing: tellFailing({ ...parts, publisher: hubs.tickets }),
    },
    allServices(
      parts,
      async () => {
        await tidy(db)
        return services.forgetOldRuns()
      },
      await isLivingDemo(db),
    ),
  )
  await services.prepare()
  return services
}
