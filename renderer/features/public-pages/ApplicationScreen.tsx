import '@mantine/core/styles/Checkbox.layer.css'
import { Anchor, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openApplication, sendApplication } from '#shared/contract/public-pages.ts'
import { WORK_LOCATION_WORDS, WORK_LOCATIONS } from '#shared/domain/person.ts'
import { PRIVACY_NAMES, privacyPath } from '#shared/domain/privacy.ts'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { DonePage, LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { PAGE_TEXT, APPLICATION_TEXT as TEXT } from './text.ts'
import { useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'

const LINES = [
  ['name', 200, 'name', 'text'],
  ['email', 254, 'email', 'email'],
  ['mobile', 40, 'tel', 'tel'],
  ['languages', 200, 'off', 'text'],
  ['availability', 500, 'off', 'text'],
] as const

/** /public/apply/{token} (spec 6 §3, source WEBSITE): somebody applies for work. What they typed stays over a reload. */
export function ApplicationScreen() {
  return <LinkScreen call={openApplication}>{(link) => <Form {...link} />}</LinkScreen>
}

function Form({ value: { title, intro }, token, onDead }: OpenLink<ResponseOf<typeof openApplication>>) {
  const { values, set, clear } = useDraft(token)
  const { busy, problem, setProblem, send } = useSend(sendApplication, onDead)
  const [hasConsent, setConsent] = useState(false)
  const [isDone, setDone] = useState(false)
  const { name = '', email = '', mobile = '', languages = '', availability = '', message = '' } = values
  const workLocation = WORK_LOCATIONS.find((one) => one === values.workLocation) ?? 'OFFICE'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(TEXT.noName)
    if (email.trim() === '' && mobile.trim() === '') return setProblem(TEXT.noContact)
    if (!hasConsent) return setProblem(TEXT.noConsent)
    const sent = await send({
      ...{ token, name, email: email.trim(), mobile, languages, availability, workLocation, message },
      hasConsent: true,
    })
    if (sent === null) return
    clear()
    setDone(true)
  }

  if (isDone)
    return (
      <DonePage title={TEXT.doneTitle}>
        <p>
          {TEXT.done} {PAGE_TEXT.close}
        </p>
      </DonePage>
    )
  return (
    <LinkPage icon={<IconBriefcase size={28} />} title={title}>
      {intro === '' ? null : <p className={styles.prose}>{intro}</p>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {LINES.map(([field, max, autoComplete, type]) => (
          <TextInput
            key={field}
            size="md"
            type={type}
            required={field === 'name'}
            label={TEXT.fields[field]}
            {...(TEXT.hints[field] && { description: TEXT.hints[field] })}
            autoComplete={autoComplete}
            maxLength={max}
            value={values[field] ?? ''}
            onChange={({ currentTarget }) => set(field, currentTarget.value)}
          />
        ))}
        <NativeSelect
          size="md"
          label={TEXT.fields.workLocation}
          value={workLocation}
          data={WORK_LOCATIONS.map((value) => ({ value, label: WORK_LOCATION_WORDS[value] }))}
          onChange={({ currentTarget }) => set('workLocation', currentTarget.value)}
        />
        <Textarea
          size="md"
          rows={4}
          maxLength={2000}
          label={TEXT.fields.message}
          value={message}
          onChange={({ currentTarget }) => set('message', currentTarget.value)}
        />
        <Checkbox
          label={
            <>
              {TEXT.consent}{' '}
              <Anchor href={privacyPath('pn', PRIVACY_NAMES.pn)} target="_blank" inherit>
                {TEXT.notice}
              </Anchor>
            </>
          }
          checked={hasConsent}
          onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
        />
        <Problem>{problem}</Problem>
        <Button type="submit" size="md" loading={busy}>
          {TEXT.send}
        </Button>
      </form>
    </LinkPage>
  )
}
