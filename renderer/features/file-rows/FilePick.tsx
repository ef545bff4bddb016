import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FileButton } from '../../ui/FileButton.tsx'
import styles from './FileRows.module.css'

interface FilePickProps {
  readonly file: File | null
  readonly texts: { readonly choose: string; readonly other: string }
  /** The file is being read for the first time. */
  readonly isReading: boolean
  readonly onChoose: (file: File | null) => void
  /** What stands beside it: the file's name, or what it may be. */
  readonly about: string
  readonly children?: ReactNode
}

/** Takes a file with rows, CSV or Excel. */
export function FilePick({ file, texts, isReading, onChoose, about, children }: FilePickProps) {
  return (
    <div className={styles.file}>
      <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={onChoose}>
        {(props) => (
          <Button
            {...props}
            variant={file ? 'default' : 'filled'}
            loading={isReading}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
          >
            {file ? texts.other : texts.choose}
          </Button>
        )}
      </FileButton>
      <span role="status">{about}</span>
      {children}
    </div>
  )
}
