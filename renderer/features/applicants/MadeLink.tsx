import { Button, TextInput } from '@mantine/core'
import { useServices } from '../../services/context.tsx'
import styles from './Applicants.module.css'
import { TEXT } from './text.ts'

/** An address that is told once: to read, and to copy. */
export function MadeLink({ label, url }: { readonly label: string; readonly url: string }) {
  const { notices } = useServices()
  const copy = async () => {
    try {
      // A page that came without TLS has no clipboard at all.
      await navigator.clipboard.writeText(url)
      notices.show('success', TEXT.copied)
    } catch {
      notices.show('warning', TEXT.copyRefused)
    }
  }
  return (
    <div className={styles.address}>
      <TextInput readOnly aria-label={label} value={url} onFocus={(event) => event.target.select()} />
      <Button variant="default" onClick={() => void copy()}>
        {TEXT.copy}
      </Button>
    </div>
  )
}
