import { Button } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { ENTRIES_TEXT, PRINTED_TEXT } from './text.ts'
import styles from './Vault.module.css'

interface PrintedKeyProps {
  readonly recoveryKey: string
  readonly onCopy: (text: string) => Promise<boolean>
  readonly onKept: () => void
  /** What stands around another key than one's own. */
  readonly text?: PrintedText
}

type PrintedText = Readonly<Record<'title' | 'lead' | 'name' | 'printTitle', string>>

/** The key to print, which is shown this once. */
export function PrintedKey({ recoveryKey, onCopy, onKept, text = PRINTED_TEXT }: PrintedKeyProps) {
  const { navigationLock } = useServices()
  const [said, setSaid] = useState('')
  // Who leaves has lost it.
  useEffect(() => navigationLock.lock('the key of a vault is showing'), [navigationLock])
  const copy = async () =>
    setSaid((await onCopy(recoveryKey)) ? ENTRIES_TEXT.copied : ENTRIES_TEXT.copyRefused)
  return (
    <div className={styles.stack}>
      <h3 className={styles.printedTitle}>{text.title}</h3>
      <p className={styles.lead}>{text.lead}</p>
      <code className={styles.printed} role="img" aria-label={`${text.name} ${recoveryKey}`}>
        {recoveryKey}
      </code>
      <div role="status" className={styles.said}>
        {said}
      </div>
      <div className={styles.formActions}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {PRINTED_TEXT.copy}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => printKey(recoveryKey, text)}
        >
          {PRINTED_TEXT.print}
        </Button>
        <Button onClick={onKept}>{PRINTED_TEXT.kept}</Button>
      </div>
    </div>
  )
}

/** Prints a page of its own: the screen around the key belongs on no paper. */
function printKey(recoveryKey: string, text: PrintedText): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  const title = document.createElement('h1')
  title.textContent = text.printTitle
  const key = document.createElement('pre')
  key.textContent = recoveryKey
  const lead = document.createElement('p')
  lead.textContent = text.lead
  contentDocument?.body.append(title, key, lead)
  contentWindow?.addEventListener('afterprint', () => frame.remove())
  contentWindow?.print()
}
