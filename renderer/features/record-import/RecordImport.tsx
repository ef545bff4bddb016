import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../services/context.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ImportList } from './ImportList.tsx'
import { type ImportKind, PROJECT_KINDS, RECORD_KINDS } from './kinds.ts'
import { TEXT } from './text.ts'

/** Interview records from a file: it is checked, which changes nothing, then taken, all or only the good rows (spec 4 §3.3); beside it, what was imported. */
export function RecordImport() {
  const may = useSession((session) => session.permissions.can('IRESOURCE_CAN_SYNC_SURVEY_TOOL'))
  if (!may) return null
  return (
    <>
      <ImportButton kinds={RECORD_KINDS} />
      <ImportList />
    </>
  )
}

/** Projects with their targets, and quota cells, from a file, in the same steps (spec 4 §3.3). */
export function ProjectImport() {
  const may = useSession((session) => session.permissions.can('PROJECTS_CAN_EDIT_ALL'))
  return may ? <ImportButton kinds={PROJECT_KINDS} /> : null
}

function ImportButton({ kinds }: { readonly kinds: readonly [ImportKind, ...ImportKind[]] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.open}
      </Button>
      {isOpen ? <ImportDialog kinds={kinds} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
