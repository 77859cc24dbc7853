/** A URL with its escapes resolved where they can be: in `100%.png` the percent sign is part of the name. */
export function decodedUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
