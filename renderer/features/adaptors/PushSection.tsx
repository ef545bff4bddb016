import { Button, Checkbox, FileButton, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { type AdaptorOf, PUSH_ADDRESS, pushSettings } from '#shared/contract/adaptors.ts'
import styles from './Adaptors.module.css'
import { FormEnd, WayFrame, WithAdaptors } from './form-parts.tsx'
import { dayOf } from './moments.ts'
import { PUSH_TEXT as TEXT } from './push-text.ts'
import { TEXT as COMMON } from './text.ts'
import { useAdaptorForm } from './use-adaptor-form.ts'
import { HOOK_TEXT, INBOUND_TEXT } from './webhook-text.ts'

type Push = AdaptorOf<'PUSH'>

/** How messages reach the app on people's phones (spec 5 §5.2, §5.3). */
export function PushSection() {
  return (
    <WithAdaptors>
      {(all) => {
        const adaptor = all.find((one): one is Push => one.kind === 'PUSH')
        return (
          <WayFrame
            {...{ name: TEXT.name, adaptor, path: null, callback: '', how: TEXT.how }}
            lead={adaptor ? TEXT.lead : TEXT.notYet}
          >
            <PushForm key={adaptor?.version ?? 0} adaptor={adaptor} />
          </WayFrame>
        )
      }}
    </WithAdaptors>
  )
}

function PushForm({ adaptor }: { readonly adaptor: Push | undefined }) {
  const { checked, end, test, save } = useAdaptorForm(TEXT.name)
  const [form, setForm] = useState<Push['settings']>(
    () => adaptor?.settings ?? { address: PUSH_ADDRESS, projectID: '' },
  )
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null)
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const read = z.safeParse(pushSettings, form)
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
  const kept = adaptor?.secrets.find(({ name }) => name === 'serviceAccount')
  const hasKey = Boolean(kept ?? file)
  const request = {
    ...{ kind: 'PUSH' as const, settings: form, secrets: file ? { serviceAccount: file.text } : {} },
    ...(adaptor && { id: adaptor.id }),
  }
  const choose = async (chosen: File | null) => {
    if (chosen) setFile({ name: chosen.name, text: await chosen.text() })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const seen = adaptor && { version: adaptor.version }
    void save(read.success && (!isEnabled || hasKey), { ...request, ...seen, name: TEXT.name, isEnabled })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={TEXT.projectID}
        description={TEXT.projectHint}
        value={form.projectID}
        error={checked && wrong.has('projectID') ? TEXT.projectWrong : null}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setForm({ ...form, projectID: currentTarget.value.trim() })}
      />
      <div className={styles.keyFile}>
        <FileButton accept="application/json,.json" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button {...props} variant="default">
              {hasKey ? TEXT.otherFile : TEXT.chooseFile}
            </Button>
          )}
        </FileButton>
        <span>{file?.name ?? (kept ? `${COMMON.setOn(dayOf(kept.setAt), kept.setBy)}` : TEXT.fileHint)}</span>
        {checked && !hasKey && (isEnabled || checked === 'test') ? (
          <strong role="alert">{INBOUND_TEXT.secretMissing}</strong>
        ) : null}
      </div>
      <TextInput
        label={INBOUND_TEXT.sendAddress}
        value={form.address}
        error={checked && wrong.has('address') ? INBOUND_TEXT.addressWrong : null}
        type="url"
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setForm({ ...form, address: currentTarget.value.trim() })}
      />
      <Checkbox
        label={HOOK_TEXT.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      <FormEnd {...end} onTest={() => void test(read.success && hasKey, request)} />
    </form>
  )
}
