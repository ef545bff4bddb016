import type { ListRequest } from '#shared/contract/records.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { agencyRecord } from '#shared/records/admin/agency.ts'
import { agencyRateRecord } from '#shared/records/admin/agency-rate.ts'
import { auditRecord } from '#shared/records/admin/audit-entry.ts'
import { contractTypeRecord } from '#shared/records/admin/contract-type.ts'
import { errorRecord } from '#shared/records/admin/error-entry.ts'
import { expenseRateRecord } from '#shared/records/admin/expense-rate.ts'
import { leaverRecord } from '#shared/records/admin/leaver.ts'
import { mailRecord } from '#shared/records/admin/mail.ts'
import { pendingRecord } from '#shared/records/admin/pending.ts'
import { personRecord } from '#shared/records/admin/person.ts'
import { roleRecord } from '#shared/records/admin/role.ts'
import { skillRecord } from '#shared/records/admin/skill.ts'
import { absenceRecord } from '#shared/records/hr/absence.ts'
import { holidayBalanceRecord } from '#shared/records/hr/holiday-balance.ts'
import { lineHolidayRecord } from '#shared/records/hr/line-holiday.ts'
import { interactionRecord } from '#shared/records/manager/interaction.ts'
import type { RecordType } from '#shared/records/record.ts'
import { applicantRecord } from '#shared/records/recruitment/applicant.ts'
import { interviewingRecord } from '#shared/records/research/interviewing.ts'
import { verifiedAddressRecord } from '#shared/records/research/verified-address.ts'
import { workedTimeRecord } from '#shared/records/research/worked-time.ts'
import { activitySessionRecord } from '#shared/records/resource/activity-session.ts'
import { bookingWindowRecord } from '#shared/records/resource/booking-window.ts'
import { campaignRecord } from '#shared/records/resource/campaign.ts'
import { plannedPersonRecord } from '#shared/records/resource/planned-person.ts'
import { resourceLeaverRecord } from '#shared/records/resource/resource-leaver.ts'
import { shiftRequestRecord } from '#shared/records/resource/shift-request.ts'
import { qcReviewRecord } from '#shared/records/supervisor/qc-review.ts'
import { teamPersonRecord } from '#shared/records/supervisor/team-person.ts'
import { failedSignInRecord } from '#shared/records/support/failed-sign-in.ts'
import { faqRecord } from '#shared/records/support/faq.ts'
import { remoteCommandRecord } from '#shared/records/support/remote-command.ts'
import { supportPersonRecord } from '#shared/records/support/support-person.ts'
import { systemFlagRecord } from '#shared/records/support/system-flag.ts'
import { ticketRecord } from '#shared/records/support/ticket.ts'
import { tourRecord } from '#shared/records/support/tour.ts'
import { activitySessionSource } from '../activity-report/sessions-source.ts'
import { agencySource } from '../agencies/agency-source.ts'
import { applicantSource } from '../applicants/applicant-source.ts'
import { auditSource } from '../audit/audit-source.ts'
import { contractTypeSource } from '../contract-types/contract-type-source.ts'
import type { Database } from '../db/database.ts'
import { errorSource } from '../error-log/error-source.ts'
import { flagSource } from '../flags/flag-source.ts'
import { faqSource, tourSource } from '../help/help-sources.ts'
import { interactionSource } from '../interactions/interactions.ts'
import { leaverSource } from '../leavers/leaver-source.ts'
import { mailSource } from '../mail/mail-source.ts'
import { pendingSource } from '../pending-recruitment/pending-source.ts'
import { activeUsersSource } from '../people/person-source.ts'
import type { Viewer } from '../people/scope.ts'
import { reviewSource } from '../qc/review-source.ts'
import { agencyRateSource } from '../rates/agency-rate-source.ts'
import { expenseRateSource } from '../rates/expense-rates.ts'
import { Refusal } from '../refusal.ts'
import { verifiedAddressSource } from '../research/email-verification-source.ts'
import { resourceLeaverSource } from '../resource-leavers/leavers-source.ts'
import { roleSource } from '../roles/role-source.ts'
import { shiftRequestSource } from '../shift-requests/stored.ts'
import { skillSource } from '../skills/skill-source.ts'
import { campaignSource } from '../slots/campaigns-stored.ts'
import { windowSource } from '../slots/stored.ts'
import { failedSignInSource } from '../support/failed-sign-ins.ts'
import { commandSource } from '../support/remote-commands.ts'
import { supportPeopleSource } from '../support/support-people.ts'
import { plannedSource } from '../team-users/planned-source.ts'
import { teamSource } from '../team-users/team-source.ts'
import { typeChoices } from '../tickets/desk-settings.ts'
import { ticketSource } from '../tickets/ticket-source.ts'
import { absenceSource } from '../time-records/absence-source.ts'
import { holidayBalanceSource, lineHolidaySource } from '../time-records/holiday-balance-source.ts'
import { interviewingSource } from '../time-records/interviewing-source.ts'
import { workedTimeSource } from '../time-records/worked-time-source.ts'
import { type RecordSource, recordSource } from './list.ts'

/** A page of records and what it lists. */
export interface ListedPage {
  readonly record: Pick<RecordType, 'columns' | 'order' | 'words' | 'permission' | 'page' | 'name'>
  readonly source: (
    db: Database,
    now: number,
    viewer: Viewer,
    /** What it is narrowed to, where that widens what the page lists. */
    filters?: ListRequest['filters'],
  ) => RecordSource | Promise<RecordSource>
  /** Reports aren't made of it: reading it is written down, entry by entry (docs/audit.md). */
  readonly isOnlyItsPage?: true
  /** Choices of its open columns as the company has them now. */
  readonly choices?: (db: Database) => Promise<Readonly<Record<string, Readonly<Record<string, string>>>>>
}

/** Every page of records: what an export of a page is made from. A new one is one line here. */
const PAGES: readonly ListedPage[] = [
  { record: auditRecord, source: (db) => recordSource(auditSource(db)), isOnlyItsPage: true },
  { record: systemFlagRecord, source: (db, now) => recordSource(flagSource(db, now)) },
  { record: agencyRecord, source: (db, now) => recordSource(agencySource(db, now)) },
  { record: leaverRecord, source: (db, _now, viewer) => recordSource(leaverSource(db, viewer)) },
  { record: errorRecord, source: (db) => recordSource(errorSource(db)) },
  { record: agencyRateRecord, source: (db) => recordSource(agencyRateSource(db)) },
  { record: contractTypeRecord, source: (db, now) => recordSource(contractTypeSource(db, now)) },
  { record: expenseRateRecord, source: (db) => recordSource(expenseRateSource(db)) },
  { record: faqRecord, source: (db) => recordSource(faqSource(db)) },
  { record: tourRecord, source: (db) => recordSource(tourSource(db)) },
  { record: mailRecord, source: (db) => recordSource(mailSource(db)) },
  { record: verifiedAddressRecord, source: (db, now) => recordSource(verifiedAddressSource(db, now)) },
  { record: applicantRecord, source: (db, now) => recordSource(applicantSource(db, now)) },
  { record: pendingRecord, source: (db, _now, viewer) => recordSource(pendingSource(db, viewer)) },
  { record: personRecord, source: (db, now, viewer) => recordSource(activeUsersSource(db, viewer, now)) },
  { record: roleRecord, source: (db) => recordSource(roleSource(db)) },
  {
    record: supportPersonRecord,
    source: async (db, now, viewer) => recordSource(await supportPeopleSource(db, viewer, now)),
  },
  {
    record: failedSignInRecord,
    source: (db, now, viewer) => recordSource(failedSignInSource(db, viewer, now)),
  },
  {
    record: remoteCommandRecord,
    source: (db, now, viewer) => recordSource(commandSource(db, viewer, now)),
  },
  {
    record: ticketRecord,
    source: (db, _now, viewer) => recordSource(ticketSource(db, viewer)),
    choices: async (db) => ({ ticketType: await typeChoices(db) }),
  },
  {
    record: interactionRecord,
    source: async (db, now, viewer) => recordSource(await interactionSource(db, viewer.userID, now)),
  },
  {
    record: lineHolidayRecord,
    source: async (db, now, viewer) => recordSource(await lineHolidaySource(db, viewer.userID, now)),
  },
  {
    record: holidayBalanceRecord,
    source: async (db, now, viewer) => recordSource(await holidayBalanceSource(db, viewer, now)),
  },
  {
    record: activitySessionRecord,
    source: async (db, now, viewer) => recordSource(await activitySessionSource(db, viewer, now)),
  },
  {
    record: bookingWindowRecord,
    source: async (db, now) => recordSource(await windowSource(db, now)),
  },
  {
    record: campaignRecord,
    source: async (db, now) => recordSource(await campaignSource(db, now)),
  },
  {
    record: plannedPersonRecord,
    source: async (db, now, viewer) => recordSource(await plannedSource(db, viewer, now)),
  },
  {
    record: teamPersonRecord,
    source: async (db, now, viewer, filters = []) =>
      recordSource(
        await teamSource(db, viewer, { now, isOnline: null }, { request: { filters, sort: [] }, all: true }),
      ),
  },
  {
    record: resourceLeaverRecord,
    source: async (db, now, viewer) => recordSource(await resourceLeaverSource(db, viewer, now)),
  },
  { record: shiftRequestRecord, source: (db) => recordSource(shiftRequestSource(db)) },
  {
    record: absenceRecord,
    source: async (db, _now, viewer) => recordSource(await absenceSource(db, viewer)),
  },
  {
    record: interviewingRecord,
    source: (db, now, viewer) => recordSource(interviewingSource(db, viewer, now)),
  },
  { record: workedTimeRecord, source: (db, now, viewer) => recordSource(workedTimeSource(db, viewer, now)) },
  { record: qcReviewRecord, source: (db, _now, viewer) => recordSource(reviewSource(db, viewer)) },
  { record: skillRecord, source: (db, now) => recordSource(skillSource(db, now)) },
]

/** The kinds of records that reports can be made of. */
export const reportPages = (): readonly ListedPage[] => PAGES.filter(({ isOnlyItsPage }) => !isOnlyItsPage)

/** The page of the menu of that id; undefined where it lists no records. */
export const listedPage = (id: string): ListedPage | undefined =>
  PAGES.find(({ record }) => record.page === id)

/**
 * What a page lists to somebody.
 * @throws Refusal 404 where the page lists no records, 403 for who may not open it
 */
export async function listOptions(
  db: Database,
  page: string,
  viewer: Viewer,
  now: number,
  filters: ListRequest['filters'] = [],
) {
  const listed = listedPage(page)
  if (!listed) throw new Refusal(404, 'export.noSuchPage')
  const { record } = listed
  if (!allows(viewer.permissions, record.permission)) throw new Refusal(403, 'accessDenied')
  return { record, source: await listed.source(db, now, viewer, filters), viewer, now }
}
