import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { LinkPage } from '../public-links/index.ts'
import styles from './PublicPages.module.css'
import { NOT_FOUND_TEXT } from './text.ts'

/** A path below /public that is none (spec 1 §2.1): said so, to everybody. */
export function PublicNotFoundScreen() {
  return (
    <LinkPage icon={<IconMapQuestion size={28} />} title={NOT_FOUND_TEXT.title}>
      <p role="alert">{NOT_FOUND_TEXT.lead}</p>
      <div className={styles.actions}>
        <Button component="a" href="/" size="md" variant="default">
          {NOT_FOUND_TEXT.home}
        </Button>
      </div>
    </LinkPage>
  )
}
