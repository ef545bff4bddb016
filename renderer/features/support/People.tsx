import { Button } from '@mantine/core'
import { type ComponentProps, Suspense, useState } from 'react'
import { getSupportPerson, listSupportPeople } from '#shared/contract/support.ts'
import { GRADE_LABELS, type Grade } from '#shared/domain/device-grading.ts'
import { numberText } from '#shared/domain/locale.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { supportPersonRecord } from '#shared/records/support/support-person.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import {
  NewInterviewer,
  Overview,
  PERSON_TABS,
  PersonActions,
  PersonPicture,
  SurveyToolDetails,
} from '../people/index.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { Facts } from './Facts.tsx'
import styles from './Support.module.css'
import { TEXT } from './text.ts'

const CallStatistics = lazyCode(async () => (await import('./CallStatistics.tsx')).CallStatistics)
const SendCommandDialog = lazyCode(async () => (await import('./SendCommandDialog.tsx')).SendCommandDialog)

/** A button that sends a remote command to these people, for who may. */
function SendCommand({ people, onDone }: { people: readonly ListedRow[]; onDone?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const maySend = useSession(({ permissions }) => permissions.can('SUPPORT_CAN_EDIT_USER_SETTINGS'))
  if (!maySend) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {TEXT.sendCommand}
      </Button>
      {isOpen ? (
        <Suspense>
          <SendCommandDialog
            people={people.map(({ id, displayName }) => ({ id, name: String(displayName) }))}
            onClose={() => {
              setOpen(false)
              onDone?.()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

const readPerson: RecordsKind['read'] = (api, id) => api.call(getSupportPerson, { id }, { quiet: true })

function Actions(props: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api } = useServices()
  return (
    <>
      <SendCommand people={[props.record]} />
      {/* What the actions answer is Admin’s person: support's own has more. */}
      <PersonActions
        {...props}
        readPerson={readPerson}
        onDone={() => void readPerson(api, props.record.id).then(props.onDone, props.onGone)}
      />
    </>
  )
}

/** Who somebody is, and what support asks about. */
function About({ record }: { readonly record: ListedRow }) {
  const { desktopVersion, isDesktopOld, grade, openTickets, systemIssueMinutes } = record
  const version = desktopVersion === null ? null : String(desktopVersion)
  return (
    <div className={styles.part}>
      <Overview record={record} />
      <h3>{TEXT.device}</h3>
      <Facts
        of={[
          [TEXT.deviceID, record.deviceID as string | null],
          [TEXT.desktopVersion, version && isDesktopOld ? TEXT.belowMinimum(version) : version],
          [TEXT.grade, grade === null ? null : GRADE_LABELS[grade as Grade]],
          [TEXT.openTickets, numberText(Number(openTickets))],
          [
            TEXT.systemIssues,
            Number(systemIssueMinutes) > 0 ? TEXT.minutesToday(Number(systemIssueMinutes)) : null,
          ],
        ]}
      />
      <h3>{TEXT.calls}</h3>
      <Suspense>
        <CallStatistics userID={Number(record.id)} />
      </Suspense>
    </div>
  )
}

/** What is done to nobody in particular, for who may. */
function Tools() {
  return (
    <>
      <SurveyToolDetails />
      <Suspense>
        <NewInterviewer />
      </Suspense>
    </>
  )
}

const PEOPLE: RecordsKind = {
  record: supportPersonRecord,
  title: TEXT.people,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listSupportPeople, request, { quiet: true }),
  read: readPerson,
  bulk: [],
  BulkTools: ({ rows, onDone }) => <SendCommand people={rows} onDone={onDone} />,
  // Parts without a permission of their own are read by calls of Admin › Active users.
  tabs: PERSON_TABS.map((tab) => ({ permission: 'ADMIN_CAN_SEE_USERS', ...tab })),
  Tools,
  Lead: PersonPicture,
  Actions,
  About,
}

/** Support › Home, People (spec 5 §3.1). */
export function People() {
  const { personNews } = useLive()
  return <RecordsPage kind={PEOPLE} news={personNews} />
}
