import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { EXPORT_TYPES } from '#shared/contract/exports.ts'
import { LazyMenu } from '../../ui/LazyMenu.tsx'

type FileType = (typeof EXPORT_TYPES)[number]

interface FileMenuProps {
  readonly label: string
  readonly isDisabled?: boolean
  readonly size?: 'xs' | 'sm'
  /** Fetches the file and hands it over; who fails tells why by itself. */
  readonly onType: (type: FileType) => Promise<unknown>
}

/** A button for a file, as a spreadsheet or as CSV. */
export function FileMenu({ label, isDisabled = false, size = 'sm', onType }: FileMenuProps) {
  const [isBusy, setBusy] = useState(false)
  const fetchFile = async (type: FileType) => {
    setBusy(true)
    await onType(type).catch(() => {})
    setBusy(false)
  }
  return (
    <LazyMenu
      position="bottom-end"
      shadow="md"
      target={
        <Button
          variant="default"
          size={size}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={isBusy}
          disabled={isDisabled}
        >
          {label}
        </Button>
      }
    >
      {EXPORT_TYPES.map((type) => (
        <Menu.Item key={type} onClick={() => void fetchFile(type)}>
          {type}
        </Menu.Item>
      ))}
    </LazyMenu>
  )
}
