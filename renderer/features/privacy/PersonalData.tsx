import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  approveErasure,
  cancelErasure,
  type Erasure,
  type ErasurePreview,
  previewErasure,
  requestErasure,
} from '#shared/contract/privacy.ts'
import { PRIVACY_REASON_MAX, PRIVACY_STATES } from '#shared/domain/person-data.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Exports, momentOf } from './Exports.tsx'
import styles from './Privacy.module.css'
import { TEXT } from './text.ts'

/** Copies of a person's data, and their erasure (spec 5 §6.9). */
export function PersonalData({ record }: { readonly record: ListedRow }) {
  const { api } = useServices()
  const userID = record.id
  const key = ['erasure', userID]
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(previewErasure, { userID }, { quiet: true, signal }),
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={160} />
      </div>
    )
  const onChanged = (next: ErasurePreview) => client.setQueryData(key, next)
  return (
    <div className={styles.parts}>
      <section aria-labelledby="data-copy" className={styles.part}>
        <h3 id="data-copy">{TEXT.exportTitle}</h3>
        <p className={styles.quiet}>{TEXT.exportLead}</p>
        <Exports userID={userID} />
      </section>
      <section aria-labelledby="data-erase" className={styles.part}>
        <h3 id="data-erase">{TEXT.eraseTitle}</h3>
        <p className={styles.quiet}>{TEXT.eraseLead}</p>
        <ul className={styles.list}>
          {data.erasures.map((one) => (
            <OneErasure key={one.id} one={one} onChanged={onChanged} />
          ))}
        </ul>
        <Ask person={record} preview={data} onChanged={onChanged} />
        <What title={TEXT.deleted} lines={data.deleted} />
        <What title={TEXT.anonymised} lines={data.anonymised} />
        <What title={TEXT.kept} lines={data.kept} />
      </section>
    </div>
  )
}

function What({ title, lines }: { readonly title: string; readonly lines: ErasurePreview['deleted'] }) {
  if (lines.length === 0) return null
  return (
    <section className={styles.what}>
      <h4>{title}</h4>
      <dl>
        {lines.map(({ what, count, why }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {TEXT.records(count)}
              {why === '' ? null : <span className={styles.quiet}> {why}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface Changing {
  readonly onChanged: (next: ErasurePreview) => void
}

function OneErasure({ one, onChanged }: Changing & { readonly one: Erasure }) {
  const { api, notices, prompts } = useServices()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<ErasurePreview>, done: string) => {
    setBusy(true)
    try {
      onChanged(await work())
      notices.show('success', done)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    setBusy(false)
  }
  const approve = async () => {
    const question = {
      title: TEXT.approveTitle,
      text: TEXT.approveText,
      yes: TEXT.approve,
      no: TEXT.approveNo,
    }
    if (await prompts.ask(question))
      await run(() => api.call(approveErasure, { id: one.id }, { quiet: true }), TEXT.approved)
  }
  const isOpen = one.state === 'WAITING' || one.state === 'APPROVED'
  return (
    <li>
      <span>
        <b>{PRIVACY_STATES[one.state]}</b> {TEXT.requestedBy(one.requestedBy, momentOf(one.requestedAt))}
        {one.approvedBy === null ? '' : `, ${TEXT.approvedBy(one.approvedBy)}`}
        {one.state === 'APPROVED' && one.effectiveAt ? `, ${TEXT.effective(momentOf(one.effectiveAt))}` : ''}
        <span className={styles.quiet}> {one.reason}</span>
      </span>
      {one.mayApprove ? (
        <Button size="compact-sm" color="red" disabled={isBusy} onClick={() => void approve()}>
          {TEXT.approve}
        </Button>
      ) : null}
      {isOpen ? (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={() =>
            void run(() => api.call(cancelErasure, { id: one.id }, { quiet: true }), TEXT.cancelled)
          }
        >
          {TEXT.cancelErasure}
        </Button>
      ) : null}
    </li>
  )
}

function Ask({
  person,
  preview,
  onChanged,
}: Changing & { readonly person: ListedRow; readonly preview: ErasurePreview }) {
  const [isOpen, setOpen] = useState(false)
  if (preview.erasures.some(({ state }) => state === 'WAITING' || state === 'APPROVED')) return null
  if (preview.refusal !== null)
    return (
      <p role="status" className={styles.refusal}>
        {preview.refusal}
      </p>
    )
  return (
    <>
      <Button size="sm" color="red" className={styles.fit ?? ''} onClick={() => setOpen(true)}>
        {TEXT.ask}
      </Button>
      {isOpen ? <AskDialog person={person} onClose={() => setOpen(false)} onChanged={onChanged} /> : null}
    </>
  )
}

function AskDialog({
  person,
  onClose,
  onChanged,
}: Changing & { readonly person: ListedRow; readonly onClose: () => void }) {
  const { api, notices } = useServices()
  const [values, setValues] = useState({ userName: '', reason: '', withTexts: false })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const userName = String(person.userName ?? '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      onChanged(await api.call(requestErasure, { userID: person.id, ...values }, { quiet: true }))
      notices.show('success', TEXT.asked)
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  const isReady = values.userName.trim() === userName && values.reason.trim() !== ''
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.askTitle(String(person.displayName ?? userName))}
      centered
      size={460}
      closeOnClickOutside={false}
    >
      <form className={styles.part} onSubmit={(event) => void submit(event)}>
        <p>{TEXT.askText}</p>
        <TextInput
          data-autofocus
          required
          autoComplete="off"
          label={TEXT.userName(userName)}
          value={values.userName}
          onChange={(event) => setValues({ ...values, userName: event.currentTarget.value })}
        />
        <Textarea
          required
          autosize
          minRows={2}
          label={TEXT.exportReason}
          maxLength={PRIVACY_REASON_MAX}
          value={values.reason}
          onChange={(event) => setValues({ ...values, reason: event.currentTarget.value })}
        />
        <Checkbox
          label={TEXT.withTexts}
          description={TEXT.withTextsHint}
          checked={values.withTexts}
          onChange={(event) => setValues({ ...values, withTexts: event.currentTarget.checked })}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={!isReady}>
            {TEXT.ask}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
