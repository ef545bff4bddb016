import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import styles from './Roles.module.css'
import { TEXT } from './text.ts'

// The whole menu comes once somebody looks.
const MenuPreview = lazyCode(async () => (await import('./MenuPreview.tsx')).MenuPreview)

/** Shows the menu of a role or person on request (spec 5 §4.2). */
export function PreviewMenu({ names }: { readonly names: readonly PermissionName[] }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.preview}>
      <Button
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? TEXT.hideMenu : TEXT.showMenu}
      </Button>
      <div id={id}>{isOpen ? <MenuPreview names={names} /> : null}</div>
    </div>
  )
}
