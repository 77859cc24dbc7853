/** How this library sees a project: text files by name, nothing else. Whoever supplies it guards links and the disk. */
export interface ProjectReader {
  /** Text of a project file, or null when there is no such file. `path` is relative, `/`-separated, without `.` or `..`. */
  read(path: string): Promise<string | null>;
  /** Whether a regular file of that name exists. */
  exists(path: string): Promise<boolean>;
}
