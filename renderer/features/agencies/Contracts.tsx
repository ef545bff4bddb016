import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useState } from 'react'
import {
  type AgencyContract,
  addAgencyContract,
  agencyContractFile,
  agencyContracts,
  removeAgencyContract,
} from '#shared/contract/agencies.ts'
import { CONTRACT_NAME_MAX, contractFileProblem } from '#shared/domain/agency-contracts.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { PanelTab } from '../records/index.ts'
import styles from './Agencies.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })
const dayWords = (day: string) => DAY.format(Date.parse(`${day.slice(0, 10)}T12:00:00Z`))
/** How long an opened file's address is kept, in milliseconds. */
const OPEN_MS = 60_000

/** The contracts with an agency as documents with dates (spec 5 §4.4). */
export function Contracts({ record, onDone }: ComponentProps<PanelTab['Body']>) {
  const { api, notices, prompts } = useServices()
  const [isAdding, setAdding] = useState(false)
  const { id } = record
  const { data, error, refetch } = useQuery({
    queryKey: ['agency-contracts', id],
    queryFn: ({ signal }) => api.call(agencyContracts, { id }, { quiet: true, signal }),
    gcTime: 0,
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading} className={styles.contracts}>
        {[70, 50].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  const open = async ({ id: contractID }: AgencyContract) => {
    try {
      const { blob } = await api.call(agencyContractFile, { id: contractID }, { quiet: true })
      const url = URL.createObjectURL(blob)
      window.open(url, '_blank', 'noopener')
      setTimeout(() => URL.revokeObjectURL(url), OPEN_MS)
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
  }
  const remove = async ({ id: contractID, name }: AgencyContract) => {
    const { removeText: text, remove: yes, keep: no } = TEXT
    if (!(await prompts.ask({ title: TEXT.removeAsk(name), text, yes, no }))) return
    try {
      onDone(await api.call(removeAgencyContract, { id: contractID }, { quiet: true }), true)
      await refetch()
      notices.show('success', TEXT.removed(name))
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
  }
  const today = londonField(Date.now()).slice(0, 10)
  return (
    <section className={styles.contracts}>
      {data.contracts.length === 0 ? (
        <p>{TEXT.none}</p>
      ) : (
        <ul className={styles.list} aria-label={TEXT.contracts}>
          {data.contracts.map((contract) => {
            const { name, from, to, fileName, addedBy, addedAt } = contract
            const days = TEXT.from(dayWords(from), to === null ? null : dayWords(to))
            return (
              <li key={contract.id}>
                <strong>{name}</strong>
                <span>{to !== null && to < today ? `${days} · ${TEXT.ended}` : days}</span>
                <small>{`${fileName} · ${TEXT.addedBy(addedBy, dayWords(addedAt))}`}</small>
                <div className={styles.buttons}>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={TEXT.openOf(name)}
                    onClick={() => void open(contract)}
                  >
                    {TEXT.open}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={TEXT.removeOf(name)}
                    onClick={() => void remove(contract)}
                  >
                    {TEXT.remove}
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {isAdding ? (
        <ContractForm
          agencyID={id}
          today={today}
          onClose={() => setAdding(false)}
          onAdded={(row) => {
            onDone(row, true)
            void refetch()
          }}
        />
      ) : (
        <div>
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {TEXT.add}
          </Button>
        </div>
      )}
    </section>
  )
}

interface ContractFormProps {
  readonly agencyID: number
  /** YYYY-MM-DD */
  readonly today: string
  readonly onClose: () => void
  readonly onAdded: (agency: ComponentProps<PanelTab['Body']>['record']) => void
}

function ContractForm({ agencyID, today, onClose, onAdded }: ContractFormProps) {
  const { api, notices } = useServices()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = (chosen: File | null) => {
    if (!chosen) return
    const wrong = contractFileProblem(chosen)
    setProblem(wrong)
    if (wrong !== null) return
    setFile(chosen)
    if (name === '') setName(chosen.name.replace(/\.pdf$/i, '').slice(0, CONTRACT_NAME_MAX))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!file) return setProblem(TEXT.needsFile)
    setBusy(true)
    setProblem(null)
    try {
      const values = { file, id: String(agencyID), name: name.trim(), from, ...(to !== '' && { to }) }
      onAdded(await api.call(addAgencyContract, values, { quiet: true }))
      notices.show('success', TEXT.added(values.name))
      onClose()
    } catch (failure) {
      setProblem(refusalOf(failure))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={TEXT.add} onSubmit={(event) => void save(event)}>
      <div className={styles.file}>
        <FileButton accept="application/pdf" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {TEXT.chooseFile}
            </Button>
          )}
        </FileButton>
        <span>{file?.name}</span>
      </div>
      <TextInput
        required
        label={TEXT.name}
        maxLength={CONTRACT_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className={styles.pair}>
        <TextInput
          required
          type="date"
          label={TEXT.firstDay}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={TEXT.lastDay}
          description={TEXT.lastDayHint}
          min={from}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </div>
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.add}
        </Button>
      </FormActions>
    </form>
  )
}
