import { useFetchedPart } from '../../../ui/fetched-part.ts'
import { OVERLAYS } from '../../../ui/overlays.ts'
import styles from './ShellBanners.module.css'

interface BannerListProps {
  readonly title: string
  readonly items: readonly string[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** All that one banner stands for. */
export function BannerList({ title, items, opened, onClose }: BannerListProps) {
  const kit = useFetchedPart(OVERLAYS, opened)
  if (!kit) return null
  return (
    <kit.Modal
      opened={opened}
      onClose={onClose}
      title={items.length > 1 ? `${title} (${items.length})` : title}
      centered
      size={560}
    >
      <ul className={styles.list}>
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand twice
          <li key={place}>{item}</li>
        ))}
      </ul>
    </kit.Modal>
  )
}
