import { Button, Checkbox, CloseButton, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  dangerousEmailChoices,
  previewDangerousEmail,
  sendDangerousEmail,
  testDangerousEmail,
} from '#shared/contract/dangerous-email.ts'
import {
  BULK_BODY_MAX,
  BULK_REASON_MAX,
  BULK_SUBJECT_MAX,
  type BulkFilter,
} from '#shared/domain/bulk-mail.ts'
import { STATUS_WORDS } from '#shared/domain/person.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SafeHtml } from '../../ui/safe-html/SafeHtml.tsx'
import styles from './DangerousEmail.module.css'
import { FILTER_WORDS } from './filter-words.ts'
import { MAILINGS_KEY } from './Mailings.tsx'
import { TEXT } from './text.ts'

const AGAIN_MS = 1500
const { userTypes: _types, statuses: _statuses, ...FILTERS } = FILTER_WORDS
type IDFilter = keyof typeof FILTERS
type Chosen = Readonly<Partial<Record<BulkFilter, readonly string[]>>>

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** A new letter to many: who gets it, what it says, how it looks, and what has to be typed (spec 5 §5.9). */
export function Compose() {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [isPasted, setPasted] = useState(false)
  const [pasted, setPastedText] = useState('')
  const [chosen, setChosen] = useState<Chosen>({})
  const [leftOut, setLeftOut] = useState<readonly number[]>([])
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const [asID, setAsID] = useState('')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isTesting, setTesting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const addresses = pasted.split(/[\s,;]+/).filter((one) => one !== '')
  const ids = (name: IDFilter) => (chosen[name] ?? []).map(Number)
  const audience = isPasted
    ? { kind: 'ADDRESSES' as const, addresses }
    : {
        kind: 'FILTERS' as const,
        ...{ roleIDs: ids('roleIDs'), areaIDs: ids('areaIDs'), agencyIDs: ids('agencyIDs') },
        ...{ projectIDs: ids('projectIDs'), skillIDs: ids('skillIDs') },
        contractTypeIDs: ids('contractTypeIDs'),
        userTypes: [...(chosen.userTypes ?? [])] as (keyof typeof USER_TYPES)[],
        statuses: [...(chosen.statuses ?? [])] as (keyof typeof STATUS_WORDS)[],
      }
  const hasLetter = subject.trim() !== '' && body.trim() !== ''
  const request = {
    audience,
    leaveOutIDs: [...leftOut],
    letter: hasLetter ? { subject, body } : null,
    ...(asID !== '' && { asID: Number(asID) }),
  }
  const preview = useQuery({
    queryKey: ['dangerous-email-preview', request],
    queryFn: ({ signal }) => api.call(previewDangerousEmail, request, { quiet: true, signal }),
    enabled: !isPasted || addresses.length > 0,
    placeholderData: (before) => before,
    refetchInterval: isTesting ? AGAIN_MS : false,
    retry: false,
  })
  const found = preview.data
  const isTested = hasLetter && found?.isTested === true && !preview.isPlaceholderData
  if (isTested && isTesting) setTesting(false)

  const test = async () => {
    setProblem(null)
    try {
      await api.call(testDangerousEmail, { subject, body }, { quiet: true })
      setTesting(true)
      await preview.refetch()
    } catch (error) {
      setProblem(refusalOf(error))
    }
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const { letter: _letter, asID: _asID, ...asked } = { asID: 0, ...request }
      await api.call(
        sendDangerousEmail,
        { ...asked, subject, body, count: Number(typed), reason },
        { quiet: true },
      )
      notices.show('success', TEXT.sent)
      setTyped('')
      setReason('')
      await client.invalidateQueries({ queryKey: MAILINGS_KEY })
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <section className={styles.part}>
        <h3>{TEXT.audience}</h3>
        <NativeSelect
          label={TEXT.by}
          value={isPasted ? 'pasted' : 'filters'}
          data={[
            { value: 'filters', label: TEXT.filters },
            { value: 'pasted', label: TEXT.pasted },
          ]}
          onChange={(event) => setPasted(event.currentTarget.value === 'pasted')}
        />
        {isPasted ? (
          <Textarea
            label={TEXT.addresses}
            description={TEXT.addressesHint}
            autosize
            minRows={3}
            maxRows={8}
            value={pasted}
            onChange={(event) => setPastedText(event.currentTarget.value)}
          />
        ) : (
          <Filters chosen={chosen} onChange={setChosen} />
        )}
        {preview.error ? (
          <Problem>{refusalOf(preview.error)}</Problem>
        ) : found ? (
          <>
            <details className={styles.names}>
              <summary>{TEXT.recipients(found.count)}</summary>
              <ul>
                {found.people.map(({ id, name, to, isUnreached }) => (
                  <li key={id}>
                    <span>
                      {name}, {to}
                      {isUnreached ? `, ${TEXT.notReached}` : ''}
                    </span>
                    <CloseButton
                      size="sm"
                      aria-label={TEXT.leaveOut(name)}
                      onClick={() => setLeftOut([...leftOut, id])}
                    />
                  </li>
                ))}
              </ul>
            </details>
            {found.withoutAddress + found.leavers > 0 ? (
              <p>{TEXT.leftOut(found.withoutAddress, found.leavers)}</p>
            ) : null}
            {found.unreached > 0 ? <p>{TEXT.unreached(found.unreached)}</p> : null}
            {leftOut.length > 0 ? (
              <Button size="xs" variant="default" onClick={() => setLeftOut([])}>
                {TEXT.takeIn}
              </Button>
            ) : null}
          </>
        ) : null}
      </section>
      <section className={styles.part}>
        <h3>{TEXT.letter}</h3>
        <TextInput
          required
          label={TEXT.subject}
          maxLength={BULK_SUBJECT_MAX}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          required
          label={TEXT.body}
          description={TEXT.bodyHint}
          autosize
          minRows={5}
          maxRows={14}
          maxLength={BULK_BODY_MAX}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </section>
      {found?.shown ? (
        <section className={styles.part}>
          <h3>{TEXT.preview}</h3>
          <NativeSelect
            label={TEXT.previewAs}
            value={asID}
            data={found.people.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setAsID(event.currentTarget.value)}
          />
          <div className={styles.letter}>
            <strong>{found.shown.subject}</strong>
            <SafeHtml html={found.shown.html} />
          </div>
          <div className={styles.row}>
            <Button variant="default" loading={isTesting} onClick={() => void test()}>
              {TEXT.testMe}
            </Button>
            <span role="status">{isTested ? TEXT.tested : isTesting ? TEXT.testing : TEXT.testFirst}</span>
          </div>
        </section>
      ) : null}
      {isTested && found && found.count > 0 ? (
        <section className={styles.part}>
          <h3>{TEXT.confirm}</h3>
          {found.needsApproval ? <p>{TEXT.needsApproval}</p> : null}
          <TextInput
            required
            inputMode="numeric"
            autoComplete="off"
            label={TEXT.typeCount(found.count)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <TextInput
            required
            label={TEXT.reason}
            maxLength={BULK_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FormActions>
            <Button
              type="submit"
              color="red"
              loading={isBusy}
              disabled={typed.trim() !== String(found.count) || reason.trim() === ''}
            >
              {TEXT.send}
            </Button>
          </FormActions>
        </section>
      ) : null}
      <Problem>{problem}</Problem>
    </form>
  )
}

function Filters({ chosen, onChange }: { chosen: Chosen; onChange: (next: Chosen) => void }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['dangerous-email-choices'],
    queryFn: ({ signal }) => api.call(dangerousEmailChoices, undefined, { quiet: true, signal }),
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={80} />
      </div>
    )
  const named = (list: readonly { readonly id: number; readonly name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  const all: readonly (readonly [BulkFilter, string, readonly { value: string; label: string }[]])[] = [
    ...(Object.keys(FILTERS) as IDFilter[]).map(
      (name) => [name, TEXT[FILTERS[name]], named(data[FILTERS[name]])] as const,
    ),
    ['userTypes', TEXT.userTypes, optionsOf(USER_TYPES)],
    ['statuses', TEXT.statuses, optionsOf(STATUS_WORDS)],
  ]
  return (
    <div className={styles.filters}>
      {all.map(([name, label, options]) => {
        const values = chosen[name] ?? []
        return (
          <details key={name}>
            <summary>{TEXT.chosen(label, values.length)}</summary>
            <div className={styles.options}>
              {options.map((option) => (
                <Checkbox
                  key={option.value}
                  size="sm"
                  label={option.label}
                  checked={values.includes(option.value)}
                  onChange={(event) =>
                    onChange({
                      ...chosen,
                      [name]: event.currentTarget.checked
                        ? [...values, option.value]
                        : values.filter((one) => one !== option.value),
                    })
                  }
                />
              ))}
            </div>
          </details>
        )
      })}
    </div>
  )
}
