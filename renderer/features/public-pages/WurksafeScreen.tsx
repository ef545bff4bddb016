import { Button, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconPhone, IconShieldCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openWurksafe, sendSafety } from '#shared/contract/public-pages.ts'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { DonePage, LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { SAFETY_TEXT } from './text.ts'
import { useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'

type Kind = 'CHECK_IN' | 'REPORT'

/**
 * /public/wurksafe/{key} (spec 1 §2.1, which names the screen and no more). A reading of our own: people
 * who work alone check in, and anybody there reports what isn't safe.
 */
export function WurksafeScreen() {
  return <LinkScreen call={openWurksafe}>{(link) => <Form {...link} />}</LinkScreen>
}

function Form({ value: place, token, onDead }: OpenLink<ResponseOf<typeof openWurksafe>>) {
  const { values, set, clear } = useDraft(token)
  const { busy, problem, setProblem, send } = useSend(sendSafety, onDead)
  const [sent, setSent] = useState<Kind | null>(null)
  const kind: Kind = values.kind === 'REPORT' ? 'REPORT' : 'CHECK_IN'
  const { name = '', message = '' } = values

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(SAFETY_TEXT.noName)
    if (kind === 'REPORT' && message.trim() === '') return setProblem(SAFETY_TEXT.noReport)
    if ((await send({ token, name, kind, message })) === null) return
    clear()
    set('name', name)
    setSent(kind)
  }

  if (sent !== null) {
    return (
      <DonePage title={SAFETY_TEXT.doneTitle[sent]}>
        <p>{SAFETY_TEXT.done(place.contactName)}</p>
        <div className={styles.actions}>
          <Button size="md" variant="default" onClick={() => setSent(null)}>
            {SAFETY_TEXT.more}
          </Button>
        </div>
      </DonePage>
    )
  }
  return (
    <LinkPage icon={<IconShieldCheck size={28} />} title={SAFETY_TEXT.title}>
      <p>{SAFETY_TEXT.lead(place.site)}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <fieldset className={styles.kinds}>
          <legend className="visually-hidden">{SAFETY_TEXT.kindLegend}</legend>
          <KindChoice kind="CHECK_IN" chosen={kind} onChoose={(next) => set('kind', next)} />
          <KindChoice kind="REPORT" chosen={kind} onChoose={(next) => set('kind', next)} />
        </fieldset>
        {kind === 'REPORT' ? <Danger {...place} /> : null}
        <TextInput
          size="md"
          label={SAFETY_TEXT.name}
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <Textarea
          size="md"
          rows={4}
          maxLength={4000}
          label={kind === 'REPORT' ? SAFETY_TEXT.reportLabel : SAFETY_TEXT.noteLabel}
          description={kind === 'REPORT' ? SAFETY_TEXT.reportHint : undefined}
          value={message}
          onChange={(event) => set('message', event.currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <Button type="submit" size="md" loading={busy} color={kind === 'REPORT' ? 'red.8' : 'pine'}>
          {kind === 'REPORT' ? SAFETY_TEXT.report : SAFETY_TEXT.checkIn}
        </Button>
      </form>
    </LinkPage>
  )
}

function KindChoice({
  kind,
  chosen,
  onChoose,
}: {
  kind: Kind
  chosen: Kind
  onChoose: (kind: Kind) => void
}) {
  const Icon = kind === 'REPORT' ? IconAlertTriangle : IconShieldCheck
  return (
    <label className={styles.kind} data-kind={kind}>
      <input
        className="visually-hidden"
        type="radio"
        name="kind"
        checked={chosen === kind}
        onChange={() => onChoose(kind)}
      />
      <Icon size={26} stroke={1.7} aria-hidden="true" />
      <strong>{SAFETY_TEXT.kinds[kind]}</strong>
      <span>{SAFETY_TEXT.kindHints[kind]}</span>
    </label>
  )
}

function Danger({ contactName, contactPhone }: { contactName: string; contactPhone: string }) {
  return (
    <div className={styles.danger}>
      <strong>{SAFETY_TEXT.danger}</strong>
      {contactPhone === '' ? null : (
        <span>
          {SAFETY_TEXT.contact(contactName)}{' '}
          <a href={`tel:${contactPhone.replaceAll(/[^\d+]/g, '')}`}>
            <IconPhone size={15} aria-hidden="true" /> {contactPhone}
          </a>
        </span>
      )}
    </div>
  )
}
