import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type * as z from 'zod/mini'
import { getLeaver, listLeavers, reinstatePerson } from '#shared/contract/leavers.ts'
import { LEAVE_REASON_WORDS } from '#shared/domain/leaving.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { leaverRecord } from '#shared/records/admin/leaver.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../../services/context.tsx'
import { useLive } from '../../../services/live.tsx'
import { PersonSelect } from '../../../ui/PersonSelect.tsx'
import type { RemoteOption } from '../../../ui/RemoteSelect.tsx'
import { type RecordsKind, RecordsPage } from '../../records/index.ts'
import { AskDialog } from '../AskDialog.tsx'
import { Facts } from '../Facts.tsx'
import styles from '../People.module.css'
import { PERSON_TABS } from '../panel-parts.ts'
import { dayWords } from '../words.ts'
import { TEXT } from './text.ts'

type Leaver = z.output<(typeof getLeaver)['response']>
/** As `read` of the page gave it. */
const leaverOf = (record: ListedRow) => record as unknown as Leaver

/** What is known of somebody who left. */
function About({ record }: { readonly record: ListedRow }) {
  const { leaveDate, leaveReason, deactivatedByName, erasureDue, roleList } = leaverOf(record)
  const { facts } = TEXT
  return (
    <section className={styles.part}>
      <Facts
        of={[
          [facts.left, dayWords(leaveDate)],
          [facts.reason, leaveReason === null ? null : LEAVE_REASON_WORDS[leaveReason]],
          [facts.by, deactivatedByName],
          [facts.due, dayWords(erasureDue)],
          [facts.roles, roleList.map(({ name }) => name).join(', ')],
        ]}
      />
    </section>
  )
}

function Actions({ record, onGone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {TEXT.reinstate}
      </Button>
      {isOpen ? (
        <ReinstateDialog leaver={leaverOf(record)} onClose={() => setOpen(false)} onDone={onGone} />
      ) : null}
    </>
  )
}

interface ReinstateDialogProps {
  readonly leaver: Leaver
  readonly onClose: () => void
  readonly onDone: () => void
}

/** 'Reinstate {displayName}' (spec 5 §3.5). */
function ReinstateDialog({ leaver, onClose, onDone }: ReinstateDialogProps) {
  const { api, notices } = useServices()
  const { id, displayName, roleList, areas, contractTypes, email } = leaver
  const [startDate, setStartDate] = useState(() => londonField(Date.now()).slice(0, 10))
  const [contractTypeID, setContractType] = useState(leaver.contractTypeID)
  const [areaID, setArea] = useState(areas.some((area) => area.id === leaver.areaID) ? leaver.areaID : null)
  const [manager, setManager] = useState<RemoteOption | null>(
    leaver.manager && { id: leaver.manager.id, name: leaver.manager.displayName },
  )
  const [roleIDs, setRoles] = useState<readonly number[]>([])
  const idOf = (value: string) => (value === '' ? null : Number(value))
  const optionsOf = (all: readonly { id: number; name: string }[], none: string) => [
    { value: '', label: none },
    ...all.map((one) => ({ value: String(one.id), label: one.name })),
  ]
  return (
    <AskDialog
      title={TEXT.reinstateTitle(displayName)}
      text={email === null ? TEXT.noMail : TEXT.text}
      action={TEXT.reinstate}
      isReady={startDate !== '' && areaID !== null && roleIDs.length > 0}
      onClose={onClose}
      run={async () => {
        await api.call(
          reinstatePerson,
          {
            ...{ id, startDate, contractTypeID, areaID, managerID: manager?.id ?? null },
            roleIDs: [...roleIDs],
          },
          { quiet: true },
        )
        notices.show('success', TEXT.done(displayName))
        onDone()
      }}
    >
      <div className={styles.pair}>
        <TextInput
          data-autofocus
          required
          type="date"
          label={TEXT.startDate}
          value={startDate}
          onChange={(event) => setStartDate(event.currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.contractType}
          value={String(contractTypeID ?? '')}
          data={optionsOf(contractTypes, TEXT.noContract)}
          onChange={(event) => setContractType(idOf(event.currentTarget.value))}
        />
        <NativeSelect
          required
          label={TEXT.area}
          value={String(areaID ?? '')}
          data={optionsOf(areas, '')}
          onChange={(event) => setArea(idOf(event.currentTarget.value))}
        />
        <PersonSelect label={TEXT.manager} value={manager} onChange={setManager} />
      </div>
      {roleList.length === 0 ? (
        <p>{TEXT.noRoles}</p>
      ) : (
        <Checkbox.Group
          label={TEXT.roles}
          value={roleIDs.map(String)}
          onChange={(values) => setRoles(values.map(Number))}
        >
          <div className={styles.ask}>
            {roleList.map((role) => (
              <Checkbox key={role.id} value={String(role.id)} label={role.name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </AskDialog>
  )
}

const LEAVERS: RecordsKind = {
  record: leaverRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listLeavers, request, { quiet: true }),
  read: (api, id) => api.call(getLeaver, { id }, { quiet: true }),
  bulk: [],
  Actions,
  About,
  // Erasure is for leavers, and this is where they are listed.
  tabs: PERSON_TABS.filter(({ key }) => key === 'data' || key === 'history'),
}

/** Admin › Reinstate users: who left and wasn't erased (spec 5 §3.1, §3.5). */
export function ReinstateScreen() {
  const { personNews } = useLive()
  return <RecordsPage kind={LEAVERS} news={personNews} />
}
