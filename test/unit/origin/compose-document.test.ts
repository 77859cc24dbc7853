import type { PageConfig } from '@framefarm/contract';
import { composeDocument, scriptJson } from '@framefarm/origin';
import { describe, expect, it } from 'vitest';

const config = { mode: 'render', rootId: 'x' } as PageConfig;
const MARK = '<script>globalThis.__framefarmConfig=';

describe('composeDocument', () => {
  it.each([
    ['<!doctype html><html><head><script>a</script></head></html>', '<!doctype html><html><head>'],
    [
      '\n<!DOCTYPE html>\n<!-- <head> --><html lang="a>b">\n <head data-x=\'>\'>\n<title>',
      '<!DOCTYPE html>\n<!-- <head> --><html lang="a>b">\n <head data-x=\'>\'>',
    ],
    ['<!doctype html><script>a</script>', '<!doctype html>'],
    ['<!doctype html><html><body>x', '<!doctype html><html>'],
    ['<?xml version="1.0"?><!doctype html><header>x', '<!doctype html>'],
    ['<p>x</p>', ''],
    ['', ''],
    ['\ufeff<!doctype html><p>', '<!doctype html>'],
    ['<!-- never closed <head>', '<!-- never closed <head>'],
  ])('goes right after the start of head in %j', (html, before) => {
    const composed = composeDocument(html, config);
    const at = composed.indexOf(MARK);
    expect(composed.slice(0, at).trimStart().endsWith(before)).toBe(true);
    if (before === '') expect(at).toBe(0);
    const tail = '<link rel="stylesheet" href="/__framefarm/fonts.css">';
    const injected = composed.slice(at, composed.indexOf(tail) + tail.length);
    expect(composed.replace(injected, '')).toBe(html.replace('\ufeff', ''));
    expect(injected).toContain('<script src="/__framefarm/runtime.js"></script>');
  });

  it('links no rules for fonts where there are none, and further scripts behind the runtime', () => {
    const composed = composeDocument('<p>x</p>', config, { fonts: false, scripts: ['/more.js'] });
    expect(composed).not.toContain('fonts.css');
    expect(composed).toContain('<script src="/__framefarm/runtime.js"></script><script src="/more.js"></script><p>');
  });

  it('keeps the author’s text from ending the configuration script', () => {
    const evil = { a: '</script><script>alert(1)</script><!--', b: '\u2028\u2029' };
    const text = scriptJson(evil);
    expect(text).not.toMatch(/<|\u2028|\u2029/);
    expect(JSON.parse(text)).toEqual({ a: evil.a, b: evil.b });
  });
});
