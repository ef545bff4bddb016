import { Button } from '@mantine/core'
import { IconBan, IconMailCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  askToConfirm,
  getVerifiedAddress,
  listVerifiedAddresses,
} from '#shared/contract/email-verification.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { verifiedAddressRecord } from '#shared/records/research/verified-address.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { SureButton } from '../sure/index.ts'
import { CheckDialog } from './CheckDialog.tsx'
import styles from './EmailVerification.module.css'
import { Jobs } from './Jobs.tsx'
import { JOBS_KEY, useJobs } from './jobs.ts'
import { StopListDialog } from './StopListDialog.tsx'
import { TEXT } from './text.ts'

function useAgain() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['records', verifiedAddressRecord.name] })
}

function Tools() {
  const queries = useQueryClient()
  const again = useAgain()
  const [open, setOpen] = useState<'check' | 'stop' | null>(null)
  const { data } = useJobs()
  const close = () => setOpen(null)
  return (
    <div className={styles.tools}>
      <Button
        size="sm"
        leftSection={<IconMailCheck size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen('check')}
      >
        {TEXT.check}
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconBan size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen('stop')}
      >
        {TEXT.stopList}
      </Button>
      {open === 'check' ? (
        <CheckDialog
          choices={data}
          onClose={close}
          onBegun={async () => {
            close()
            await queries.invalidateQueries({ queryKey: JOBS_KEY })
            await again()
          }}
        />
      ) : null}
      {open === 'stop' ? <StopListDialog onClose={close} /> : null}
    </div>
  )
}

/** Asks addresses' owners, and says how many were left out. */
function useAsking() {
  const { api, notices } = useServices()
  return async (ids: readonly number[]) => {
    const { asked, left } = await api.call(askToConfirm, { ids: [...ids] }, { quiet: true })
    notices.show(asked > 0 ? 'success' : 'info', TEXT.asked(asked, left))
  }
}

/** Asks an address's owner once it is confirmed. */
function useAsk(onDone: () => void) {
  const { notices, prompts } = useServices()
  const askOwners = useAsking()
  return async (id: number) => {
    const [title, text] = [TEXT.askTitle(1), TEXT.askText]
    if (!(await prompts.ask({ title, text, yes: TEXT.ask, no: TEXT.cancel }))) return
    try {
      await askOwners([id])
      onDone()
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
  }
}

function AskMany({ rows, onDone }: { readonly rows: readonly ListedRow[]; readonly onDone: () => void }) {
  const askOwners = useAsking()
  const again = useAgain()
  const ask = async () => {
    await askOwners(rows.map(({ id }) => id))
    onDone()
    void again()
  }
  return (
    <SureButton
      label={TEXT.ask}
      title={TEXT.askTitle(rows.length)}
      effect={TEXT.askText}
      count={rows.length}
      onYes={ask}
    />
  )
}

function AskOne({
  record,
  onDone,
}: {
  readonly record: ListedRow
  readonly onDone: (record: ListedRow, isTold?: boolean) => void
}) {
  const { api } = useServices()
  const ask = useAsk(
    () =>
      void api
        .call(getVerifiedAddress, { id: record.id }, { quiet: true })
        .then((now) => onDone(now, true))
        .catch(() => {}),
  )
  if (record.confirmation !== 'NOT_ASKED' || record.result === 'INVALID' || record.result === 'WAITING')
    return null
  return (
    <Button size="xs" variant="default" onClick={() => void ask(record.id)}>
      {TEXT.ask}
    </Button>
  )
}

function Above() {
  return <Jobs onChanged={useAgain()} />
}

const ADDRESSES: RecordsKind = {
  record: verifiedAddressRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ address }) => String(address),
  list: (api, request) => api.call(listVerifiedAddresses, request, { quiet: true }),
  read: (api, id) => api.call(getVerifiedAddress, { id }, { quiet: true }),
  bulk: [],
  BulkTools: AskMany,
  Tools,
  Above,
  Actions: AskOne,
}

/** Research › E-mail verification (spec 6 §9.6). */
export function EmailVerificationScreen() {
  return <RecordsPage kind={ADDRESSES} />
}
