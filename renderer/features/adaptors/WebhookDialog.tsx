import { Button, Checkbox, Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AdaptorOf,
  type AdaptorTestResult,
  isWebhookAddress,
  saveAdaptor,
  testAdaptor,
  webhookChoices,
} from '#shared/contract/adaptors.ts'
import {
  EVENT_EXAMPLES,
  EVENT_PATTERN,
  WEBHOOK_NAME_MAX,
  WEBHOOK_SECRET_MIN,
} from '#shared/domain/webhooks.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { SmtpSteps } from '../../ui/form/SmtpFields.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Adaptors.module.css'
import { ADAPTORS } from './keys.ts'
import { dayOf } from './moments.ts'
import { TEXT as COMMON } from './text.ts'
import { useSecretCopy } from './use-secret-copy.ts'
import { HOOK_TEXT as TEXT } from './webhook-text.ts'

type Webhook = AdaptorOf<'WEBHOOK'>

interface WebhookDialogProps {
  readonly editing: Webhook | 'new' | null
  readonly onClose: () => void
}

/** Makes or changes a webhook; a slip beside it doesn't lose what was typed. */
export function WebhookDialog({ editing, onClose }: WebhookDialogProps) {
  const title = editing === null || editing === 'new' ? TEXT.add : TEXT.editOf(editing.name)
  const { close, closeNow, onChange } = useCloseOrAsk(onClose)
  return (
    <Modal
      opened={editing !== null}
      onClose={() => void close()}
      title={title}
      size={620}
      closeOnClickOutside={false}
    >
      {editing === null ? null : (
        <Form
          hook={editing === 'new' ? null : editing}
          onTyped={onChange}
          onSaved={closeNow}
          onCancel={() => void close()}
        />
      )}
    </Modal>
  )
}

const linesOf = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** 256 random bits. */
const newSecret = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

interface FormProps {
  readonly hook: Webhook | null
  readonly onTyped: () => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

function Form({ hook, onTyped, onSaved, onCancel }: FormProps) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const copy = useSecretCopy()
  const [name, setName] = useState(hook?.name ?? '')
  const [address, setAddress] = useState(hook?.settings.address ?? '')
  const [events, setEvents] = useState(hook?.settings.events.join('\n') ?? '')
  const [areaIDs, setAreaIDs] = useState<readonly number[]>(hook?.settings.areaIDs ?? [])
  const [projectIDs, setProjectIDs] = useState<readonly number[]>(hook?.settings.projectIDs ?? [])
  const [secret, setSecret] = useState('')
  const [isEnabled, setEnabled] = useState(hook?.isEnabled ?? true)
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState<'save' | 'test' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [tested, setTested] = useState<{ of: string; result: AdaptorTestResult } | null>(null)
  const lines = linesOf(events)
  const wrong = lines.find((line) => !EVENT_PATTERN.test(line))
  const kept = hook?.secrets.find((one) => one.name === 'secret')
  const mistakes = {
    name: name.trim() === '' && TEXT.nameMissing,
    address: !isWebhookAddress(address.trim()) && TEXT.addressWrong,
    events: lines.length === 0 ? TEXT.eventsMissing : wrong !== undefined && TEXT.eventsWrong(wrong),
    secret:
      secret === ''
        ? kept === undefined && TEXT.secretMissing
        : secret.length < WEBHOOK_SECRET_MIN && TEXT.secretShort,
  }
  const fault = (field: keyof typeof mistakes) => (isChecked && mistakes[field]) || null
  const isSound = () => {
    setChecked(true)
    setProblem(null)
    return !Object.values(mistakes).some(Boolean)
  }
  const settings = {
    address: address.trim(),
    events: lines,
    areaIDs: [...areaIDs],
    projectIDs: [...projectIDs],
  }
  const asked = JSON.stringify([settings.address, secret])
  const result = tested?.of === asked ? tested.result : null
  const request = {
    kind: 'WEBHOOK',
    settings,
    ...(secret !== '' && { secrets: { secret } }),
    ...(hook && { id: hook.id }),
  } as const
  const test = async () => {
    if (busy || !isSound()) return
    setBusy('test')
    setTested(null)
    try {
      setTested({ of: asked, result: await api.call(testAdaptor, request, { quiet: true }) })
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(null)
  }
  const maySave = async () => {
    const failed = isEnabled ? result?.steps.find(({ isOk }) => isOk === false) : undefined
    if (!failed) return true
    return prompts.ask({
      title: TEXT.saveFailedTest,
      text: failed.words,
      yes: TEXT.save,
      no: TEXT.goOn,
    })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isSound() || !(await maySave())) return
    setBusy('save')
    try {
      const seen = hook && { version: hook.version }
      await api.call(saveAdaptor, { ...request, ...seen, name: name.trim(), isEnabled }, { quiet: true })
      await client.invalidateQueries({ queryKey: ADAPTORS })
      notices.show('success', TEXT.saved(name.trim()))
      onSaved()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(null)
    }
  }
  return (
    <form className={styles.dialog} onChange={onTyped} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.name}
        value={name}
        maxLength={WEBHOOK_NAME_MAX}
        error={fault('name')}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={TEXT.address}
        description={TEXT.addressHint}
        placeholder="https://example.com/hook"
        value={address}
        error={fault('address')}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <div>
        <Textarea
          label={TEXT.events}
          description={TEXT.eventsHint}
          value={events}
          error={fault('events')}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          onChange={({ currentTarget }) => setEvents(currentTarget.value)}
        />
        <fieldset className={styles.chips} aria-label={TEXT.examples}>
          {EVENT_EXAMPLES.filter((one) => !lines.includes(one)).map((one) => (
            <button
              key={one}
              type="button"
              onClick={() => {
                onTyped()
                setEvents([...lines, one].join('\n'))
              }}
            >
              + {one}
            </button>
          ))}
        </fieldset>
      </div>
      <Limits areaIDs={areaIDs} projectIDs={projectIDs} onAreas={setAreaIDs} onProjects={setProjectIDs} />
      <div>
        <div className={styles.try}>
          <TextInput
            label={TEXT.secret}
            description={kept ? TEXT.secretKeep : TEXT.secretHint}
            value={secret}
            error={fault('secret')}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
          <Button
            variant="default"
            onClick={() => {
              onTyped()
              setSecret(newSecret())
            }}
          >
            {TEXT.generate}
          </Button>
          <Button variant="default" disabled={secret === ''} onClick={() => void copy(secret)}>
            {TEXT.copy}
          </Button>
        </div>
        <p className={styles.kept}>
          {secret === '' ? kept && COMMON.setOn(dayOf(kept.setAt), kept.setBy) : TEXT.secretOnce}
        </p>
      </div>
      <Checkbox
        label={TEXT.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      {busy === 'test' ? (
        <p className={styles.lead} role="status">
          {TEXT.testing}
        </p>
      ) : null}
      <SmtpSteps result={result} />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" loading={busy === 'test'} onClick={() => void test()}>
          {TEXT.test}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={busy === 'save'}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}

interface LimitsProps {
  readonly areaIDs: readonly number[]
  readonly projectIDs: readonly number[]
  readonly onAreas: (ids: readonly number[]) => void
  readonly onProjects: (ids: readonly number[]) => void
}

/** Of which areas and projects it is told; of all where none is chosen. */
function Limits({ areaIDs, projectIDs, onAreas, onProjects }: LimitsProps) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: ['webhook-choices'],
    queryFn: ({ signal }) => api.call(webhookChoices, undefined, { quiet: true, signal }),
  })
  if (!data) return null
  return (
    <div className={styles.limits}>
      <Choices label={TEXT.areas} choices={data.areas} chosen={areaIDs} onChange={onAreas} />
      <Choices label={TEXT.projects} choices={data.projects} chosen={projectIDs} onChange={onProjects} />
    </div>
  )
}

interface ChoicesProps {
  readonly label: string
  readonly choices: readonly { readonly id: number; readonly name: string }[]
  readonly chosen: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
}

function Choices({ label, choices, chosen, onChange }: ChoicesProps) {
  const names = choices.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  return (
    <details className={styles.exchanges}>
      <summary>
        {label}: {names.length === 0 ? TEXT.all : names.join(', ')}
      </summary>
      <fieldset className={styles.choices} aria-label={label}>
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </fieldset>
    </details>
  )
}
