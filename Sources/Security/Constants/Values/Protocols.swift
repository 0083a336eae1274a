// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Values of ``kSecAttrProtocol``.

/// AFP, the Apple Filing Protocol.
nonisolated(unsafe) public let kSecAttrProtocolAFP: CFString = "afp "

/// AppleTalk.
nonisolated(unsafe) public let kSecAttrProtocolAppleTalk: CFString = "atlk"

/// DAAP, the Digital Audio Access Protocol.
nonisolated(unsafe) public let kSecAttrProtocolDAAP: CFString = "daap"

/// Remote Apple events.
nonisolated(unsafe) public let kSecAttrProtocolEPPC: CFString = "eppc"

/// FTP.
nonisolated(unsafe) public let kSecAttrProtocolFTP: CFString = "ftp "

/// An FTP account on the client's side.
nonisolated(unsafe) public let kSecAttrProtocolFTPAccount: CFString = "ftpa"

/// A proxy for FTP.
nonisolated(unsafe) public let kSecAttrProtocolFTPProxy: CFString = "ftpx"

/// FTP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = "ftps"

/// HTTP.
nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http"

/// A proxy for HTTP.
nonisolated(unsafe) public let kSecAttrProtocolHTTPProxy: CFString = "htpx"

/// HTTP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps"

/// A proxy for HTTP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolHTTPSProxy: CFString = "htsx"

/// IMAP.
nonisolated(unsafe) public let kSecAttrProtocolIMAP: CFString = "imap"

/// IMAP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = "imps"

/// IPP, the Internet Printing Protocol.
nonisolated(unsafe) public let kSecAttrProtocolIPP: CFString = "ipp "

/// IRC.
nonisolated(unsafe) public let kSecAttrProtocolIRC: CFString = "irc "

/// IRC over TLS.
nonisolated(unsafe) public let kSecAttrProtocolIRCS: CFString = "ircs"

/// LDAP.
nonisolated(unsafe) public let kSecAttrProtocolLDAP: CFString = "ldap"

/// LDAP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = "ldps"

/// NNTP.
nonisolated(unsafe) public let kSecAttrProtocolNNTP: CFString = "nntp"

/// NNTP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolNNTPS: CFString = "ntps"

/// POP3.
nonisolated(unsafe) public let kSecAttrProtocolPOP3: CFString = "pop3"

/// POP3 over TLS.
nonisolated(unsafe) public let kSecAttrProtocolPOP3S: CFString = "pops"

/// RTSP.
nonisolated(unsafe) public let kSecAttrProtocolRTSP: CFString = "rtsp"

/// A proxy for RTSP.
nonisolated(unsafe) public let kSecAttrProtocolRTSPProxy: CFString = "rtsx"

/// SMB.
nonisolated(unsafe) public let kSecAttrProtocolSMB: CFString = "smb "

/// SMTP.
nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = "smtp"

/// A SOCKS proxy.
nonisolated(unsafe) public let kSecAttrProtocolSOCKS: CFString = "sox "

/// SSH.
nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = "ssh "

/// Telnet.
nonisolated(unsafe) public let kSecAttrProtocolTelnet: CFString = "teln"

/// Telnet over TLS.
nonisolated(unsafe) public let kSecAttrProtocolTelnetS: CFString = "tels"
