package org.fifteen.probe;
final class Probe { public static void main(String[] a) {} }
