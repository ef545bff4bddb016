import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { EXPORT_TYPES } from '#shared/contract/exports.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { TEXT } from './text.ts'

type FileType = (typeof EXPORT_TYPES)[number]

interface FileButtonsProps {
  readonly isOff?: boolean
  readonly fetchFile: (type: FileType) => Promise<Parameters<typeof saveFile>[0]>
}

/** A report as a file: for Excel, and as CSV. */
export function FileButtons({ isOff = false, fetchFile }: FileButtonsProps) {
  const [busy, setBusy] = useState<FileType | null>(null)
  const run = async (type: FileType) => {
    setBusy(type)
    try {
      saveFile(await fetchFile(type))
    } catch {
      // Why is told by itself.
    }
    setBusy(null)
  }
  return EXPORT_TYPES.map((type) => (
    <Button
      key={type}
      variant="default"
      size="xs"
      disabled={isOff}
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      loading={busy === type}
      onClick={() => void run(type)}
    >
      {type === 'CSV' ? TEXT.csv : TEXT.excel}
    </Button>
  ))
}
