import styles from './Skeleton.module.css'

/** A quiet placeholder of the shape of what is being loaded; unseen by screen readers. */
export function Skeleton({
  width,
  height,
  round = false,
}: {
  width: number | string
  height: number
  round?: boolean
}) {
  return <span className={styles.bone} data-round={round} style={{ width, height }} aria-hidden="true" />
}
