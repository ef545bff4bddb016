import styles from './Files.module.css'

/** How far an upload is. @param share from 0 to 1 */
export function UploadBar({ share, label }: { readonly share: number; readonly label: string }) {
  return <progress className={styles.bar} aria-label={label} max={100} value={Math.round(share * 100)} />
}
