import { Button, Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import { importSettings, type SettingsFile } from '#shared/contract/admin-settings.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { isSettingKey, settingOf } from '#shared/settings/registry.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Differences } from './Differences.tsx'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'

interface ImportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onImported: () => Promise<void>
}

/** Takes a file of settings after a dry run (spec 5 §5.1). */
export function ImportDialog({ isOpen, onClose, onImported }: ImportDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={TEXT.importTitle} size={660} closeOnClickOutside={false}>
      {isOpen ? <Import onClose={onClose} onImported={onImported} /> : null}
    </Modal>
  )
}

type DryRun = ResponseOf<typeof importSettings>

function readFile(text: string): SettingsFile | null {
  try {
    const file: unknown = JSON.parse(text)
    const isOne = typeof file === 'object' && file !== null && 'kind' in file
    return isOne && file.kind === 'fieldwork-settings' ? (file as SettingsFile) : null
  } catch {
    return null
  }
}

function Import({ onClose, onImported }: Omit<ImportDialogProps, 'isOpen'>) {
  const { api, notices } = useServices()
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<SettingsFile | null>(null)
  const [dry, setDry] = useState<DryRun | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isHard, setHard] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (wanted: SettingsFile, isDryRun: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      const versions = Object.fromEntries((dry?.changes ?? []).map(({ key, version }) => [key, version]))
      const payload = { file: wanted, isDryRun, acceptsContrast: isHard, ...(!isDryRun && { versions }) }
      const answer = await api.call(importSettings, payload, { quiet: true })
      if (!answer.isDone) return setDry(answer)
      notices.show('success', TEXT.imported(answer.changes.length))
      await onImported()
      onClose()
    } catch (error) {
      setHard(error instanceof ApiError && error.code === 'setting.contrast')
      setProblem(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setDry(null)
    const read = readFile(await chosen.text())
    setFile(read)
    if (read) await run(read, true)
    else setProblem(TEXT.notAFile)
  }
  const count = dry?.changes.length ?? 0
  return (
    <div className={styles.dialog}>
      <p>{TEXT.importLead}</p>
      <input
        ref={chooser}
        type="file"
        accept="application/json,.json"
        className={styles.hidden}
        aria-label={TEXT.choose}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          void choose(chosen)
        }}
      />
      <div>
        <Button
          variant="default"
          data-autofocus
          loading={isBusy && !dry}
          onClick={() => chooser.current?.click()}
        >
          {TEXT.choose}
        </Button>
      </div>
      {file && dry ? (
        <>
          <p>{TEXT.from(file.company, momentText(file.exportedAt))}</p>
          {dry.wrong.length > 0 ? (
            <div className={styles.fault}>
              {TEXT.importWrong}
              <ul>
                {dry.wrong.map(({ label, fault }) => (
                  <li key={label}>
                    {label}: {fault}
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            <p>{count === 0 ? TEXT.importNothing : TEXT.importChanges(count)}</p>
          )}
          <ul className={styles.review}>
            {dry.changes.map(({ key, before, after }) =>
              isSettingKey(key) ? (
                <li key={key}>
                  <h3>{settingOf(key).label}</h3>
                  <Differences shape={settingOf(key).shape} before={before} after={after} />
                </li>
              ) : null,
            )}
          </ul>
          {dry.unknown.length > 0 ? (
            <p className={styles.quiet}>{TEXT.importUnknown(dry.unknown.length)}</p>
          ) : null}
        </>
      ) : null}
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        {file && dry && count > 0 && dry.wrong.length === 0 ? (
          <Button loading={isBusy} onClick={() => void run(file, false)}>
            {isHard ? TEXT.saveAnyway : TEXT.doImport(count)}
          </Button>
        ) : null}
      </FormActions>
    </div>
  )
}
