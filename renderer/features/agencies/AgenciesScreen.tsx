import { getAgency, listAgencies, saveAgency } from '#shared/contract/agencies.ts'
import { AGENCY_FIELDS, agencyRecord, agencyValues } from '#shared/records/admin/agency.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { AgencyAbout, AgencyActions } from './AgencyActions.tsx'
import { TEXT } from './text.ts'

/** Agencies as a page of records (spec 5 §4.4). */
const AGENCIES: RecordsKind = {
  record: agencyRecord,
  title: TEXT.title,
  fields: AGENCY_FIELDS,
  nameOf: ({ name }) => String(name),
  list: (api, request) => api.call(listAgencies, request, { quiet: true }),
  read: (api, id) => api.call(getAgency, { id }, { quiet: true }),
  save: (api, values, seen) =>
    api.call(
      saveAgency,
      { ...agencyValues.parse(values), ...(seen && { id: seen.id, version: seen.version }) },
      { quiet: true },
    ),
  bulk: [],
  Actions: AgencyActions,
  About: AgencyAbout,
  tabs: [
    {
      key: 'contracts',
      label: TEXT.contracts,
      Body: lazyCode(async () => (await import('./Contracts.tsx')).Contracts),
    },
  ],
}

export function AgenciesScreen() {
  return <RecordsPage kind={AGENCIES} />
}
