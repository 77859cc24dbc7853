/** How far a render is. */
export function ProgressBar({ value, label }: { readonly value: number; readonly label: string }) {
  return (
    <progress class="progress" max={100} value={value} aria-label={label}>
      {Math.round(value)} %
    </progress>
  );
}
