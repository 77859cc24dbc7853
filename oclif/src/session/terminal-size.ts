/** Columns and rows to draw in; a terminal that was told no size, as in many containers, says 0. */
export function terminalSize(terminal: { readonly columns?: number; readonly rows?: number }): {
  readonly columns: number;
  readonly rows: number;
} {
  return { columns: terminal.columns || 80, rows: terminal.rows || 24 };
}
