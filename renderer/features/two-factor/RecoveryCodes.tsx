import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { saveFile } from '../../services/page/save-file.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import styles from './TwoFactor.module.css'
import { TWO_FACTOR_TEXT } from './text.ts'

interface Props {
  readonly codes: readonly string[]
  readonly onKept: () => void
  /** The look of a page's heading, where the codes are a page's whole content. */
  readonly pageTitle?: string | undefined
}

/** The recovery codes, which are shown this once: to copy, to download, to write down. */
export function RecoveryCodes({ codes, onKept, pageTitle }: Props) {
  const [said, setSaid] = useState('')
  const { navigationLock } = useServices()
  const text = codes.join('\n')
  // Who leaves has lost them.
  useEffect(() => navigationLock.lock('recovery codes are showing'), [navigationLock])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(TWO_FACTOR_TEXT.copied)
    } catch {
      setSaid(TWO_FACTOR_TEXT.copyFailed)
    }
  }

  return (
    <div className={styles.stack}>
      {pageTitle === undefined ? (
        <h3 className={styles.codesTitle}>{TWO_FACTOR_TEXT.codesTitle}</h3>
      ) : (
        <h1 className={pageTitle}>{TWO_FACTOR_TEXT.codesTitle}</h1>
      )}
      <p className={styles.lead}>{TWO_FACTOR_TEXT.codesLead}</p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div role="status" className={styles.lead}>
        {said}
      </div>
      <FormActions>
        <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
          {TWO_FACTOR_TEXT.copy}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() =>
            saveFile({
              blob: new Blob([`${text}\n`], { type: 'text/plain' }),
              fileName: TWO_FACTOR_TEXT.fileName,
            })
          }
        >
          {TWO_FACTOR_TEXT.download}
        </Button>
        <Button onClick={onKept}>{TWO_FACTOR_TEXT.kept}</Button>
      </FormActions>
    </div>
  )
}
