import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applicantChoices, getApplicant, listApplicants, saveApplicant } from '#shared/contract/applicants.ts'
import { APPLICANT_FORM, applicantRecord, applicantValues } from '#shared/records/recruitment/applicant.ts'
import { ImportDialog, Imports } from '../file-import/index.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { AboutApplicant } from './AboutApplicant.tsx'
import { ApplicantActions } from './ApplicantActions.tsx'
import styles from './Applicants.module.css'
import { ApplicationForm } from './ApplicationForm.tsx'
import { agencyOf } from './applicant.ts'
import { APPLICANT_IMPORT } from './applicant-import.ts'
import { TEXT } from './text.ts'

function useAgain() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['records', applicantRecord.name] })
}

function Tools() {
  const queries = useQueryClient()
  const again = useAgain()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.buttons}>
      <ApplicationForm />
      <Button
        size="sm"
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.import}
      </Button>
      {isOpen ? (
        <ImportDialog
          kind={APPLICANT_IMPORT}
          onClose={() => setOpen(false)}
          onDone={async () => {
            await queries.invalidateQueries({ queryKey: APPLICANT_IMPORT.listKey })
            await again()
          }}
        />
      ) : null}
    </div>
  )
}

function Above() {
  return <Imports kind={APPLICANT_IMPORT} onChanged={useAgain()} />
}

/** Recruitment › Users, Applicants (spec 6 §3.4). */
const APPLICANTS: RecordsKind = {
  record: applicantRecord,
  title: TEXT.title,
  fields: APPLICANT_FORM,
  fresh: () => ({ ...applicantValues.parse({ name: '-' }), name: '', agencyID: '' }),
  formOf: (record) => ({
    ...record,
    agencyID: record.agencyID === null || record.agencyID === undefined ? '' : String(record.agencyID),
  }),
  choices: async (api) => {
    const { agencies } = await api.call(applicantChoices, undefined, { quiet: true })
    return { agencyID: Object.fromEntries(agencies.map(({ id, name }) => [String(id), name])) }
  },
  nameOf: ({ name }) => String(name),
  list: (api, request) => api.call(listApplicants, request, { quiet: true }),
  read: (api, id) => api.call(getApplicant, { id }, { quiet: true }),
  save: (api, values, seen) =>
    api.call(
      saveApplicant,
      {
        ...applicantValues.parse({ ...values, agencyID: agencyOf(values.agencyID) }),
        ...(seen && { id: seen.id, version: seen.version }),
      },
      { quiet: true },
    ),
  bulk: [],
  Tools,
  Above,
  Actions: ApplicantActions,
  About: AboutApplicant,
  isAboutFirst: true,
}

export function ApplicantsTab() {
  return <RecordsPage kind={APPLICANTS} />
}
