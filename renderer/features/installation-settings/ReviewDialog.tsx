import { Button, Modal } from '@mantine/core'
import { Suspense, useState } from 'react'
import { saveSettings } from '#shared/contract/admin-settings.ts'
import { settingOf } from '#shared/settings/registry.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RetentionPreview } from '../retention/index.ts'
import { Differences } from './Differences.tsx'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'
import type { PageSetting } from './use-settings-page.ts'

interface ReviewDialogProps {
  readonly isOpen: boolean
  readonly changes: readonly PageSetting[]
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

/** Shows old → new, and saves all or none (spec 5 §5.1). */
export function ReviewDialog({ isOpen, changes, onClose, onSaved }: ReviewDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={TEXT.reviewTitle} size={620} closeOnClickOutside={false}>
      {isOpen ? <Review changes={changes} onClose={onClose} onSaved={onSaved} /> : null}
    </Modal>
  )
}

function Review({ changes, onClose, onSaved }: Omit<ReviewDialogProps, 'isOpen'>) {
  const { api, notices } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isHard, setHard] = useState(false)
  const save = async () => {
    setBusy(true)
    setProblem(null)
    const wanted = changes.map(({ key, value, shown: { usual, version } }) => ({
      key,
      // The default stays the default when a later version has another.
      value: JSON.stringify(value) === JSON.stringify(usual) ? null : value,
      version,
    }))
    try {
      const { changed } = await api.call(
        saveSettings,
        { changes: wanted, acceptsContrast: isHard },
        { quiet: true },
      )
      notices.show('success', TEXT.saved(changed.length))
      await onSaved()
      onClose()
    } catch (error) {
      setHard(error instanceof ApiError && error.code === 'setting.contrast')
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.dialog}>
      <ul className={styles.review}>
        {changes.map(({ key, value, shown }) => (
          <li key={key}>
            <h3>{settingOf(key).label}</h3>
            <Differences shape={settingOf(key).shape} before={shown.value} after={value} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        <RetentionPreview
          changed={changes
            .filter(({ key }) => settingOf(key).section === 'retention')
            .map(({ key, value }) => ({ key, value, label: settingOf(key).label }))}
        />
      </Suspense>
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => void save()}>
          {isHard ? TEXT.saveAnyway : TEXT.save}
        </Button>
      </FormActions>
    </div>
  )
}
